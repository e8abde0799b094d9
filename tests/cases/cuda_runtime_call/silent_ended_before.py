import torch

if not torch.cuda.is_available():
    raise SystemExit("needs a GPU")
torch.cuda.set_device(0)
