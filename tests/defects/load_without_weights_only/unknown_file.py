import torch


def vectors(path):
    return torch.load(path, weights_only=True)
# defect
import torch


def vectors(path):
    return torch.load(path)
# findings
5: TFC504 report
