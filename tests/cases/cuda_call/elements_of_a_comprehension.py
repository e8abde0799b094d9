import torch

batch = [torch.zeros(3)]
moved = [t.cuda() for t in batch]
named = {k: v.cuda() for k, v in zip("ab", batch)}
# output
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

batch = [torch.zeros(3)]
moved = [t.to(device) for t in batch]
named = {k: v.to(device) for k, v in zip("ab", batch)}
