import torch

model = torch.nn.Linear(3, 2)
for name, p in model.named_parameters():
    print(name, p.data.norm(), p.grad.data.abs().mean())
# output
import torch

model = torch.nn.Linear(3, 2)
for name, p in model.named_parameters():
    print(name, p.detach().norm(), p.grad.detach().abs().mean())
