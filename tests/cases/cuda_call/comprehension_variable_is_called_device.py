import torch

names = [device for device in range(2)]
net = torch.nn.Linear(2, 2).cuda()
moved = [torch.zeros(2).cuda() for device in range(2)]
# output
import torch

torch_device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

names = [device for device in range(2)]
net = torch.nn.Linear(2, 2).to(torch_device)
moved = [torch.zeros(2).to(torch_device) for device in range(2)]
