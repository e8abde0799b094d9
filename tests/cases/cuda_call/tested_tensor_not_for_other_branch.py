import torch


def move(x):
    if not x.is_cuda:
        x = torch.relu(x).cuda()
    return x
# output
import torch


def move(x):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if not x.is_cuda:
        x = torch.relu(x).to(device)
    return x
