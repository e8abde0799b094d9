import torch

model = torch.nn.Linear(2, 2)
for p in model.parameters():
    if p.grad is not None:
        p.grad.data.zero_()
# output
import torch

model = torch.nn.Linear(2, 2)
for p in model.parameters():
    if p.grad is not None:
        p.grad.detach().zero_()
