# other: zoo.py
#| import torch
#| class Energy(torch.nn.Module):
#|     def forward(self, x):
#|         return torch.autograd.grad(x.sum(), x)[0]
#| class Base(torch.nn.Module): pass
#| KINDS = {"energy": Energy}
#| def make(name):
#|     kind = {"energy": Energy, "flat": torch.nn.Flatten}[name]
#|     return kind()
import torch
import zoo

net = zoo.make("energy").cpu()
net.eval()
print(net(torch.ones(3)).sum().item())
