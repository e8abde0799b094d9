import torch
from torch.utils.data import DataLoader


def evaluate(loader):
    total = 0
    for batch in loader:
        total += batch.sum().item()
    return total


def main():
    print(evaluate(DataLoader(torch.arange(8), batch_size=4, num_workers=2)))


if __name__ == "__main__":
    main()
# defect
import torch
from torch.utils.data import DataLoader


def evaluate(loader):
    total = 0
    for batch in loader:
        total += batch.sum().item()
    return total


def main():
    print(evaluate(DataLoader(torch.arange(8), batch_size=4, num_workers=2)))


main()
# findings
13: TFC401 unsafe
