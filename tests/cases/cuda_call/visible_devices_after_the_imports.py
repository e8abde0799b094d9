import os

import torch

os.environ["CUDA_VISIBLE_DEVICES"] = "1"
net = torch.nn.Linear(2, 2).cuda()
# output
import os

import torch

os.environ["CUDA_VISIBLE_DEVICES"] = "1"
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
net = torch.nn.Linear(2, 2).to(device)
