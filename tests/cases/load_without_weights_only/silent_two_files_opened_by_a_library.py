from iopath import PathManager
import torch


def convert(old, new):
    with PathManager.open(old, "rb") as f:
        state = torch.load(f)
    with PathManager.open(new, "wb") as f:
        torch.save({"epoch": 1}, f)
    return state
