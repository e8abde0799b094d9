import argparse


class BaseOptions():
    def __init__(self):
        self.parser = argparse.ArgumentParser()
        self.parser.add_argument('--batchSize', type=int, default=4)
        self.parser.add_argument('--nz', type=int, default=5)
        self.parser.add_argument('--lr', type=float, default=0.01)
        self.parser.add_argument('--niter', type=int, default=2)
        self.parser.add_argument('--gpu_ids', type=str, default='')

    def parse(self):
        return self.parser.parse_args()
