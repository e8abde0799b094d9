import torch

x = torch.FloatTensor([1, 2])
y = x.type(torch.LongTensor).type("torch.FloatTensor")
Tensor = torch.DoubleTensor
