import torch


def mover():
    return lambda x: torch.relu(x).cuda()
# output
import torch


def mover():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return lambda x: torch.relu(x).to(device)
