# flags: --unsafe-fixes
import torch

Tensor = torch.cuda.FloatTensor  # on a GPU
z = Tensor(3, 4)
Long, Byte = torch.cuda.LongTensor, torch.cuda.ByteTensor
# output
import torch

Tensor = torch.cuda.FloatTensor if torch.cuda.is_available() else torch.FloatTensor  # on a GPU
z = Tensor(3, 4)
Long, Byte = torch.cuda.LongTensor if torch.cuda.is_available() else torch.LongTensor, torch.cuda.ByteTensor if torch.cuda.is_available() else torch.ByteTensor
