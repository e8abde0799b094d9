"""Read it with torch.load(path)."""
import torch

# state = torch.load(path)
HELP = "torch.load(path) needs the GPU"
net = torch.nn.Linear(2, 2)
