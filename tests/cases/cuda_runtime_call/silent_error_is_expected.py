import torch

try:
    torch.cuda.set_device(0)
except Exception:
    print("no GPU")
