import argparse

from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--gpu", type=int, default=0)
args = parser.parse_args()
setattr(args, "gpu", None)
net = nn.Linear(2, 2).cuda(args.gpu)
