import os

import torch
from torch.utils.data import TensorDataset

xs, ys = torch.load(os.path.join("data", "train.pt"))
train = TensorDataset(xs, ys)
# output
import os

import torch
from torch.utils.data import TensorDataset

xs, ys = torch.load(os.path.join("data", "train.pt"), map_location="cpu")
train = TensorDataset(xs, ys)
# findings
6: TFC501 safe fixed is unpacked
