# other: base.py
#| import torch
#| class Base(torch.nn.Module):
#|     def forward(self, x):
#|         with torch.enable_grad():
#|             return self.field(x.requires_grad_())
import torch
from base import Base


class Net(Base):
    def field(self, x):
        return x


net = Net()
net.eval()
print(net(torch.ones(3)).sum().item())
