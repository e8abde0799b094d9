import torch


def run(x, device="cuda", *, dev=torch.device("cuda:0")):
    return torch.zeros(3).to(device)


move = lambda x, device="cuda": x
