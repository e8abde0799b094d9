import torch

if torch.cuda.is_available():
    device = "cuda"
net = torch.nn.Linear(2, 2).cuda()
# output
import torch

torch_device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

if torch.cuda.is_available():
    device = "cuda"
net = torch.nn.Linear(2, 2).to(torch_device)
