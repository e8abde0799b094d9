import torch
from torch.utils.data import DataLoader


def loaders(batch_size, workers):
    train = DataLoader(torch.arange(8), batch_size=batch_size, num_workers=workers)
    test = DataLoader(torch.arange(4), batch_size=batch_size)
    return train, test


if __name__ == "__main__":
    train_loader, test_loader = loaders(4, 2)
    for epoch in range(2):
        for batch in train_loader:
            print(epoch, batch.sum())
# defect
import torch
from torch.utils.data import DataLoader


def loaders(batch_size, workers):
    train = DataLoader(torch.arange(8), batch_size=batch_size, num_workers=workers)
    test = DataLoader(torch.arange(4), batch_size=batch_size)
    return train, test


train_loader, test_loader = loaders(4, 2)
for epoch in range(2):
    for batch in train_loader:
        print(epoch, batch.sum())
# findings
6: TFC401 unsafe
