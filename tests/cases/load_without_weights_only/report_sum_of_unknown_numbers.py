# flags: --target-torch 2.4
import torch


def run(step):
    total = 0
    for i in range(3):
        total += step(i)
    torch.save({"total": total}, "run.pt")
    return torch.load("run.pt")
# findings
9: TFC504 report left `total`, which is saved, cannot be seen
