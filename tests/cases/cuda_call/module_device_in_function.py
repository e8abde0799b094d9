import torch

device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")


def run():
    return torch.nn.Linear(2, 2).cuda()
# output
import torch

device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")


def run():
    return torch.nn.Linear(2, 2).to(device)
