import argparse

import torch

parser = argparse.ArgumentParser()
parser.add_argument("--gpu", type=int)
args = parser.parse_args()
if args.gpu is None:
    checkpoint = torch.load("best.pt")
elif torch.cuda.is_available():
    place = "cuda:{}".format(args.gpu)
    checkpoint = torch.load("best.pt", map_location=place)
net = torch.nn.Linear(2, 2)
net.load_state_dict(checkpoint["net"])
