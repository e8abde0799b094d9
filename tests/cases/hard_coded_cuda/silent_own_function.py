import torch
from pipelines import pipeline


def place(x, device):
    return x.to(device)


run = pipeline("text", device="cuda")
x = place(torch.zeros(3), device="cuda")
run.to("cuda")
