import torch

if torch.cuda.is_available():
    device = "cuda"
else:
    device = "cpu"
net = torch.nn.Linear(2, 2).cuda()
# output
import torch

if torch.cuda.is_available():
    device = "cuda"
else:
    device = "cpu"
net = torch.nn.Linear(2, 2).to(device)
