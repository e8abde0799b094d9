import torch

device = 0
torch_device = 1
net = torch.nn.Linear(2, 2).cuda()
# output
import torch

torch_device_2 = torch.device("cuda" if torch.cuda.is_available() else "cpu")

device = 0
torch_device = 1
net = torch.nn.Linear(2, 2).to(torch_device_2)
