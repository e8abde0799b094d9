import torch

x = torch.randn(4, 2)
p = torch.nn.Parameter(x.clone())
b, c = x.data.shape
rows = x.data.size(0)
is_half = p.data.dtype == torch.float16
kind = p.data.type()
moved = p.data.type(torch.float64)
print(x.data.is_cuda, x.data.device, p.data.numel(), p.data.dim(), p.data.requires_grad)
# output
import torch

x = torch.randn(4, 2)
p = torch.nn.Parameter(x.clone())
b, c = x.shape
rows = x.size(0)
is_half = p.dtype == torch.float16
kind = p.type()
moved = p.detach().type(torch.float64)
print(x.is_cuda, x.device, p.numel(), p.dim(), p.detach().requires_grad)
