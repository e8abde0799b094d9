import argparse

import torch

args = argparse.ArgumentParser().parse_args()
torch.save({"options": args}, args.path)
state = torch.load(args.resume)
# findings
7: TFC504 report left line 6 may have saved it
