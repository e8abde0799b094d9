import argparse

import torch

parser = argparse.ArgumentParser()
parser.add_argument("--gpu", type=int, default=0)
args = parser.parse_args()
net = torch.nn.Linear(2, 2)
net.load_state_dict(torch.load("net.pt", map_location=args.gpu))
net.load_state_dict(torch.load("net.pt", map_location=0))
net.load_state_dict(torch.load("net.pt", map_location=torch.cuda.current_device()))
# findings
9: TFC501 report left write `f"cuda:{args.gpu}"`
10: TFC501 report left write `"cuda:0"`
11: TFC501 report left is a number
