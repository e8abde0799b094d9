import torch
from utils import select_device

device = select_device()
net = torch.nn.Linear(2, 2).cuda()
