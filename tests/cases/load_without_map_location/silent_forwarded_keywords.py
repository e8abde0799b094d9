import torch


def read(path, *rest, **options):
    return torch.load(path, **options), torch.load(path, *rest), torch.load(*rest)
