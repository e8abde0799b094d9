import torch
from settings import *

net = torch.nn.Linear(2, 2).cuda()
print(device)
# output
import torch
from settings import *

torch_device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

net = torch.nn.Linear(2, 2).to(torch_device)
print(device)
