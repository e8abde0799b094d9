import argparse

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

parser = argparse.ArgumentParser()
parser.add_argument("--local_rank", type=int)
args = parser.parse_args()
device = torch.device("cuda", args.local_rank)
net = DistributedDataParallel(torch.nn.Linear(2, 2).to(device), device_ids=[args.local_rank])
checkpoint = torch.load("last.pt")
net.load_state_dict(checkpoint["net"])
# output
import argparse

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

parser = argparse.ArgumentParser()
parser.add_argument("--local_rank", type=int)
args = parser.parse_args()
device = torch.device("cuda", args.local_rank)
net = DistributedDataParallel(torch.nn.Linear(2, 2).to(device), device_ids=[args.local_rank])
checkpoint = torch.load("last.pt", map_location="cpu")
net.load_state_dict(checkpoint["net"])
