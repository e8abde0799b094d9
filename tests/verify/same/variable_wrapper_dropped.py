import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
from torch.autograd import Variable
x = Variable(torch.randn(4))  #-
x = torch.randn(4)  #+
w = Variable(torch.randn(4), requires_grad=True)  #-
w = torch.randn(4, requires_grad=True)  #+
(x * w).sum().backward()
print(w.grad.tolist())
