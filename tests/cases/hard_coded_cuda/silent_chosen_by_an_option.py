import argparse
import re

import torch

parser = argparse.ArgumentParser()
parser.add_argument("--cpu", action="store_true")
args = parser.parse_args()
kind = "cpu" if args.cpu else "cuda"
place = torch.device("cuda:0" if not args.cpu else "cpu")
if re.match("cuda", kind) or place.type in ("cuda", "mps"):
    print(torch.zeros(2, device=place))
