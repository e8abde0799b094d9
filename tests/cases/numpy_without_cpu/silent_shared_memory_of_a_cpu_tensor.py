import torch

buf = torch.zeros(3)
view = buf.data.numpy()
view[0] = 5
