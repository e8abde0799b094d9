# other: base.py
#| import torch
import base

x = base.torch.ones(2).cuda()
# output
import base
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

x = base.torch.ones(2).to(device)
