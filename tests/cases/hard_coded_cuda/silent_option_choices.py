import argparse

import torch

parser = argparse.ArgumentParser()
parser.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
parser.add_argument("--mode", default="cuda")
args = parser.parse_args()
net = torch.nn.Linear(2, 2).to(args.device)
