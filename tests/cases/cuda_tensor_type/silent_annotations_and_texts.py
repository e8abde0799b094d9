import torch

KIND = "torch.cuda.FloatTensor"


def scale(x: torch.cuda.FloatTensor) -> "torch.cuda.FloatTensor":
    """Takes a torch.cuda.FloatTensor(3)."""
    y: torch.cuda.FloatTensor
    return x  # torch.cuda.FloatTensor([1])
