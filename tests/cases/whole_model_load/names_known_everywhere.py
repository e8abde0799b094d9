# flags: --unsafe-fixes
import argparse

import torch

from data import Corpus
from models import Net

parser = argparse.ArgumentParser()
args = parser.parse_args()
corpus = Corpus(args.data)
ntokens = len(corpus.dictionary)
model = Net(ntokens, args.emsize, tied=args.tied)
model.train()
list(model.parameters())


def keep():
    torch.save(model, args.save)


def main():
    best = torch.load(args.save)
    best.eval()
    return best
# output
import argparse

import torch

from data import Corpus
from models import Net

parser = argparse.ArgumentParser()
args = parser.parse_args()
corpus = Corpus(args.data)
ntokens = len(corpus.dictionary)
model = Net(ntokens, args.emsize, tied=args.tied)
model.train()
list(model.parameters())


def keep():
    torch.save(model.state_dict(), args.save)


def main():
    best = Net(ntokens, args.emsize, tied=args.tied)
    best.load_state_dict(torch.load(args.save, map_location="cpu"))
    best.eval()
    return best
