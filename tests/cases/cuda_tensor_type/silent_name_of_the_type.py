import torch

print(torch.cuda.FloatTensor.__name__, str(torch.cuda.FloatTensor))
