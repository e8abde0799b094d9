import argparse

from torch.utils.data import DataLoader

parser = argparse.ArgumentParser()
parser.add_argument("--workers", type=int, default=4)
args = parser.parse_args()


def make(dataset):
    return DataLoader(dataset, batch_size=16, num_workers=args.workers)
# defect
import argparse

from torch.utils.data import DataLoader

parser = argparse.ArgumentParser()
parser.add_argument("--workers", type=int, default=24)
args = parser.parse_args()


def make(dataset):
    return DataLoader(dataset, batch_size=16, num_workers=args.workers)
# findings
11: TFC404 report
