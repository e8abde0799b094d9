import argparse

from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--gpu", type=int, default=0)
args = parser.parse_args()
if args.gpu < 0:
    args.gpu = None
net = nn.Linear(2, 2)
net.cuda(args.gpu)
