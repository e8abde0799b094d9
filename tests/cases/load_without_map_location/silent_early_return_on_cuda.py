import torch


def read(path):
    if torch.cuda.is_available():
        return torch.load(path)
    return torch.load(path, map_location=lambda storage, location: storage)
