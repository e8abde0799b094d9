import torch

w = torch.ones(3, requires_grad=True)
print(w.numpy(), (w * 2).numpy(), torch.exp(w).view(3, 1).numpy())
v = torch.zeros(3)
v.requires_grad_()
print(v.numpy())
# output
import torch

w = torch.ones(3, requires_grad=True)
print(w.detach().numpy(), (w * 2).detach().numpy(), torch.exp(w).view(3, 1).detach().numpy())
v = torch.zeros(3)
v.requires_grad_()
print(v.detach().numpy())
