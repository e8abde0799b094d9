import torch


def read(path):
    return torch.load(path)
# findings
5: TFC501 report left is returned by `read`
