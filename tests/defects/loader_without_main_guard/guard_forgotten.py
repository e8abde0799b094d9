import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Squares(Dataset):
    def __len__(self):
        return 16

    def __getitem__(self, i):
        return torch.tensor([float(i)]), torch.tensor([float(i * i)])


if __name__ == "__main__":
    loader = DataLoader(Squares(), batch_size=4, num_workers=2)
    net = nn.Linear(1, 1)
    for x, y in loader:
        print((net(x) - y).mean().item())
# defect
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Squares(Dataset):
    def __len__(self):
        return 16

    def __getitem__(self, i):
        return torch.tensor([float(i)]), torch.tensor([float(i * i)])



loader = DataLoader(Squares(), batch_size=4, num_workers=2)
net = nn.Linear(1, 1)
for x, y in loader:
    print((net(x) - y).mean().item())
# findings
15: TFC401 unsafe
