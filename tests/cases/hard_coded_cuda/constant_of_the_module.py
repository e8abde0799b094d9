import torch

DEVICE = 'cuda:1'
x = torch.zeros(3, device=DEVICE)
# output
import torch

DEVICE = 'cuda:1' if torch.cuda.is_available() else 'cpu'
x = torch.zeros(3, device=DEVICE)
