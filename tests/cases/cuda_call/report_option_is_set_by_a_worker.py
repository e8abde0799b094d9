import argparse

from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--gpu", type=int, default=0)
args = parser.parse_args()


def work(gpu, count):
    args.gpu = gpu
    return nn.Linear(2, 2).cuda(args.gpu)
