# other: main.py
#| import torch
#| from nets import Net
#| net = Net(torch.device("cuda" if torch.cuda.is_available() else "cpu")).prepare()
# path: nets.py
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, where):
        super().__init__()
        self._where = where
        self.lin = nn.Linear(3, 3)

    @property
    def device(self):
        return self._where

    def prepare(self):
        self.lin.to(self._where)
        return self.cuda()
