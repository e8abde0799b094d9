import torch

x = torch.gels(b, A)[0]
