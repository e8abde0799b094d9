# path: tests/test_placement.py
import torch

device = torch.device("cuda")
x = torch.zeros(3, device="cuda")


def run(device="cuda"):
    return x.to("cuda")
