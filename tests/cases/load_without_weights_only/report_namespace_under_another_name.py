import argparse

import torch

args = argparse.ArgumentParser().parse_args()
torch.save({"options": args}, args.path)
state = torch.load(args.path)
# findings
7: TFC504 report left `vars(..)`
