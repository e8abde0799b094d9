import argparse

import torch

parser = argparse.ArgumentParser()
parser.add_argument("--data")
opts = parser.parse_args()
tokens = torch.load(opts.data, map_location="cpu")
print(opts.data, len(tokens))
