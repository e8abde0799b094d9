import torch

x = torch.cuda.FloatTensor(3, device=0)
