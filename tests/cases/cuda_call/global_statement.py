import torch


def setup():
    global device
    device = 0


net = torch.nn.Linear(2, 2).cuda()
setup()
# output
import torch

torch_device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def setup():
    global device
    device = 0


net = torch.nn.Linear(2, 2).to(torch_device)
setup()
