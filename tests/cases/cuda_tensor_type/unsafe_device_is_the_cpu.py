import torch

device = torch.device("cpu")
x = torch.cuda.FloatTensor([1.0])
