import torch


def run(device="cpu"):
    return torch.nn.Linear(2, 2).cuda()
