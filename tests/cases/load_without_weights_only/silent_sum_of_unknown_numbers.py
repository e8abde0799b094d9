import torch


def run(step):
    total = 0
    for i in range(3):
        total += step(i)
    torch.save({"total": total}, "run.pt")
    return torch.load("run.pt")
