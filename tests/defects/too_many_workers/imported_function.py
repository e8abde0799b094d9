import torch
from torch.utils.data import DataLoader, TensorDataset


def main():
    data = TensorDataset(torch.randn(64, 3), torch.zeros(64))
    loader = DataLoader(data, batch_size=8, shuffle=True, num_workers=4)
    for x, y in loader:
        print(x.mean(), y.sum())


if __name__ == "__main__":
    main()
# defect
from os import cpu_count

import torch
from torch.utils.data import DataLoader, TensorDataset


def main():
    data = TensorDataset(torch.randn(64, 3), torch.zeros(64))
    loader = DataLoader(data, batch_size=8, shuffle=True, num_workers=cpu_count())
    for x, y in loader:
        print(x.mean(), y.sum())


if __name__ == "__main__":
    main()
# findings
9: TFC404 report
