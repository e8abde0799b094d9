import torch
from torch.cuda.amp import GradScaler, autocast

scaler = GradScaler()
with autocast(enabled=True):
    y = net(x)
# output
import torch

scaler = torch.amp.GradScaler("cuda")
with torch.amp.autocast("cuda", enabled=True):
    y = net(x)
