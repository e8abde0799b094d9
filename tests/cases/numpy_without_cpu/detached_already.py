import torch
from torch import nn

torch.backends.cudnn.benchmark = True


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(x)


net = Net()
x = torch.ones(1, 4)
a = net(x).detach().numpy()
b = net(x).data.numpy()
out = net(x).detach()
c = out.numpy()
# output
import torch
from torch import nn

torch.backends.cudnn.benchmark = True


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(x)


net = Net()
x = torch.ones(1, 4)
a = net(x).detach().cpu().numpy()
b = net(x).data.cpu().numpy()
out = net(x).detach()
c = out.cpu().numpy()
