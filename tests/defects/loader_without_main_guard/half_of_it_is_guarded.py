import torch
from torch.utils.data import DataLoader

loader = DataLoader(torch.arange(8), batch_size=4, num_workers=2)


def mean():
    return sum(batch.float().mean() for batch in loader) / len(loader)


if __name__ == "__main__":
    average = mean()
    for batch in loader:
        print(batch - average)
# defect
import torch
from torch.utils.data import DataLoader

loader = DataLoader(torch.arange(8), batch_size=4, num_workers=2)


def mean():
    return sum(batch.float().mean() for batch in loader) / len(loader)


average = mean()

if __name__ == "__main__":
    for batch in loader:
        print(batch - average)
# findings
4: TFC401 unsafe
