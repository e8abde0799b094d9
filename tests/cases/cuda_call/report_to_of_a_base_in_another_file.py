# other: nets.py
#| import torch
#| from torch import nn
#| class Base(nn.Module):
#|     def to(self, *args, **kwargs):
#|         self.where = args[0]
#|         return super().to(*args, **kwargs)
from nets import Base
from torch import nn


class Net(Base):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(2, 2)


net = Net()
net = net.cuda()
