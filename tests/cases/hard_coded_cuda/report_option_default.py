import argparse

import torch

parser = argparse.ArgumentParser()
parser.add_argument("--device", default="cuda")
args = parser.parse_args()
net = torch.nn.Linear(2, 2).to(args.device)
