import os

os.environ["CUDA_VISIBLE_DEVICES"] = "1"
import torch

net = torch.nn.Linear(2, 2).cuda()
# output
import os

os.environ["CUDA_VISIBLE_DEVICES"] = "1"
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

net = torch.nn.Linear(2, 2).to(device)
