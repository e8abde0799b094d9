import torch
from torch.autograd import Variable

x = Variable(
    torch.ones(3),  # one for each class
    requires_grad=False,
)
# findings
4: TFC204 report left comment
