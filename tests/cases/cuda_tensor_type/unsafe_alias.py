import torch

Tensor = torch.cuda.FloatTensor  # on a GPU
z = Tensor(3, 4)
Long, Byte = torch.cuda.LongTensor, torch.cuda.ByteTensor
