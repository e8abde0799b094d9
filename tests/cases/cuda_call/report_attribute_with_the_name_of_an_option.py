import argparse

import torch


class Net:
    def __init__(self, gpu):
        self.gpu = gpu

    def run(self):
        return torch.zeros(3).cuda(self.gpu)


parser = argparse.ArgumentParser()
parser.add_argument("--gpu", type=int, default=0)
# findings
11: TFC301 report left may be None
