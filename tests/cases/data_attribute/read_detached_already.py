import torch

x = torch.randn(4, 2).requires_grad_()
a = x.detach().data
b = x.data.detach()
c = x.data.data
# output
import torch

x = torch.randn(4, 2).requires_grad_()
a = x.detach()
b = x.detach()
c = x.detach()
