import torch
from torch import device

net = torch.nn.Linear(2, 2).cuda()
cpu = device("cpu")
# output
import torch
from torch import device

torch_device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

net = torch.nn.Linear(2, 2).to(torch_device)
cpu = device("cpu")
