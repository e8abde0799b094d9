# flags: --unsafe-fixes
import torch
from torch.utils.data import DataLoader

SIZE = 8
loader = DataLoader(torch.arange(SIZE), batch_size=4, num_workers=2)


def train(loader):
    # over all batches
    for batch in loader:
        print(batch.sum())


# the first epoch
train(loader)


def test():
    print(SIZE)


# at the end
test()
# output
import torch
from torch.utils.data import DataLoader

SIZE = 8
loader = DataLoader(torch.arange(SIZE), batch_size=4, num_workers=2)


def train(loader):
    # over all batches
    for batch in loader:
        print(batch.sum())


# the first epoch
if __name__ == "__main__":
    train(loader)


def test():
    print(SIZE)


# at the end
if __name__ == "__main__":
    test()
