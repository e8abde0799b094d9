import torch

rank = 1
device = torch.device(f"cuda:{rank}")
other = "cuda:" + str(rank)
