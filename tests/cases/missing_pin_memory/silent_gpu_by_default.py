import torch
from torch.utils.data import DataLoader

torch.set_default_tensor_type("torch.cuda.FloatTensor")
for x in DataLoader(data):
    step(x.cuda())
