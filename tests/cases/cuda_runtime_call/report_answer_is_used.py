import torch

where = torch.cuda.current_device()
x = torch.ones(3)
