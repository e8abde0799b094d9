import torch
from torch.autograd import Variable
from torch.nn.utils.rnn import pack_sequence

packed = pack_sequence([torch.ones(2, 1, requires_grad=True)])
values = Variable(packed.data)
# output
import torch
from torch.nn.utils.rnn import pack_sequence

packed = pack_sequence([torch.ones(2, 1, requires_grad=True)])
values = packed.data.detach()
