import torch

Tensor = torch.cuda.FloatTensor if torch.cuda.is_available() else torch.FloatTensor
z = Tensor(3, 4)
x = z.type(torch.FloatTensor if not torch.cuda.is_available() else torch.DoubleTensor)
