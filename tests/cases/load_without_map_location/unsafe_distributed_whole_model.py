# flags: --unsafe-fixes
import os

import torch
import torch.distributed

local_rank = int(os.environ["LOCAL_RANK"])
device = torch.device("cuda", local_rank)
model = torch.load("model.pt")
model.to(device)
# output
import os

import torch
import torch.distributed

local_rank = int(os.environ["LOCAL_RANK"])
device = torch.device("cuda", local_rank)
model = torch.load("model.pt", map_location="cpu")
model.to(device)
