import torch

w = torch.nn.Parameter(torch.ones(3))
print(f"weights {w.data} of {len(w.data)}")
# output
import torch

w = torch.nn.Parameter(torch.ones(3))
print(f"weights {w.detach()} of {len(w.detach())}")
