# other: nets.py
#| import torch
#| from torch import nn
#| class Base(nn.Module):
#|     def to(self, where):
#|         self.where = where + ":0"
#|         return super().to(where)
from nets import Base
from torch import nn


class Net(Base):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(2, 2)


net = Net()
net = net.to("cuda")
