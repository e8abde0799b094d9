# flags: --unsafe-fixes
import argparse

import torch

use_cuda = True
parser = argparse.ArgumentParser()
parser.add_argument("--cuda", type=bool, default=True)
parser.add_argument("--no-cuda", default=True)
parser.add_argument("--fast", dest="use_gpu", default=True)


class Config:
    use_gpu = True


def run(model: torch.nn.Module, args):
    if use_cuda and args.cuda:
        model.cuda()
# output
import argparse

import torch

use_cuda = torch.cuda.is_available()
parser = argparse.ArgumentParser()
parser.add_argument("--cuda", type=bool, default=torch.cuda.is_available())
parser.add_argument("--no-cuda", default=True)
parser.add_argument("--fast", dest="use_gpu", default=torch.cuda.is_available())


class Config:
    use_gpu = torch.cuda.is_available()


def run(model: torch.nn.Module, args):
    if use_cuda and args.cuda:
        model.cuda()
