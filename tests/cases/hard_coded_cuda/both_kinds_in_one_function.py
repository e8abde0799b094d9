import torch


def run(n):
    net = torch.nn.Linear(2, 2).cuda()
    x = torch.zeros(n, device="cuda")
    return net(x)
# output
import torch


def run(n):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    net = torch.nn.Linear(2, 2).cuda()
    x = torch.zeros(n, device=device)
    return net(x)
