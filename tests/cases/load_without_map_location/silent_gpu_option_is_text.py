import argparse

import torch

parser = argparse.ArgumentParser()
parser.add_argument("--gpu", type=str, default="cuda:0")
args = parser.parse_args()
net = torch.nn.Linear(2, 2)
net.load_state_dict(torch.load("net.pt", map_location=args.gpu))
