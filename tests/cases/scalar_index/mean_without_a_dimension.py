import torch

x = torch.ones(3, 2)
print(x.mean().data[0], torch.norm(x).data[0], (x.sum() / 2).data[0])
# output
import torch

x = torch.ones(3, 2)
print(x.mean().item(), torch.norm(x).item(), (x.sum() / 2).item())
