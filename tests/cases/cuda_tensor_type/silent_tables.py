import torch

NAMES = {torch.cuda.FloatTensor: "float", "half": torch.cuda.HalfTensor}
ALL = [torch.cuda.ByteTensor, torch.ByteTensor]
