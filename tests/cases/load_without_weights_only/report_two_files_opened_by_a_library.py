# flags: --target-torch 2.4
from iopath import PathManager
import torch


def convert(old, new):
    with PathManager.open(old, "rb") as f:
        state = torch.load(f)
    with PathManager.open(new, "wb") as f:
        torch.save({"epoch": 1}, f)
    return state
# findings
7: TFC504 report left what the file holds cannot be seen
