import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--gpu", default=None, type=int)
args = parser.parse_args()
net = nn.Linear(2, 2)
net.cuda(args.gpu)
# findings
10: TFC301 report left may be None
