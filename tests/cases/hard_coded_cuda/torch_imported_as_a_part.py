import torch.nn as nn

device = "cuda"
net = nn.Linear(2, 2).to(device)
# output
import torch
import torch.nn as nn

device = "cuda" if torch.cuda.is_available() else "cpu"
net = nn.Linear(2, 2).to(device)
