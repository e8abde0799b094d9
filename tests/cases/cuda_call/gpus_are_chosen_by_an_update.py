import os

import torch
from options import gpu

os.environ.update(CUDA_VISIBLE_DEVICES=gpu)
net = torch.nn.Linear(2, 2).cuda()
# output
import os

import torch
from options import gpu

os.environ.update(CUDA_VISIBLE_DEVICES=gpu)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
net = torch.nn.Linear(2, 2).to(device)
