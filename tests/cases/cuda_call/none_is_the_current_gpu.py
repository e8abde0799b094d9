import torch

x = torch.zeros(3).cuda(None)
y = torch.zeros(3).cuda(device=None)
# output
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

x = torch.zeros(3).to(device)
y = torch.zeros(3).to(device=device)
