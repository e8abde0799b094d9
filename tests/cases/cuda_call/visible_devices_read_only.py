import os

import torch

print(os.environ.get("CUDA_VISIBLE_DEVICES"))
net = torch.nn.Linear(2, 2).cuda()
# output
import os

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

print(os.environ.get("CUDA_VISIBLE_DEVICES"))
net = torch.nn.Linear(2, 2).to(device)
