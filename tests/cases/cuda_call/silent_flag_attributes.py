import argparse

import torch

parser = argparse.ArgumentParser()
parser.add_argument("--cuda", action="store_true")
args = parser.parse_args()


class Trainer:
    def __init__(self):
        self.cuda = torch.cuda.is_available()

    def run(self):
        if args.cuda and self.cuda:
            print("on the GPU")
