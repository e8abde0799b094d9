import torch


def run(x, device=None):
    net = torch.nn.Linear(2, 2).cuda()
    return net(x.to(device))
# output
import torch


def run(x, device=None):
    torch_device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    net = torch.nn.Linear(2, 2).to(torch_device)
    return net(x.to(device))
