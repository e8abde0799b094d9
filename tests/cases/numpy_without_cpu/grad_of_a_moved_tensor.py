import torch

x = torch.ones(3).cuda()
x.requires_grad_()
x.sum().backward()
print(x.grad.numpy(), x.grad.data.numpy())
# output
import torch

x = torch.ones(3).cuda()
x.requires_grad_()
x.sum().backward()
print(x.grad.cpu().numpy(), x.grad.data.cpu().numpy())
