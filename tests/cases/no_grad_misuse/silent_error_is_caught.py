import torch


def check():
    try:
        with torch.no_grad:
            return True
    except (AttributeError, TypeError):
        return False
