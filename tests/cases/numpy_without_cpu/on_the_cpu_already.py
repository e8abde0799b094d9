import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(x)


net = Net()
x = torch.ones(1, 4)
a = net(x).cpu().numpy()
b = net(x).to("cpu").numpy()
out = net(x).cpu()
c = out.numpy()
d = net(x).squeeze(0).cpu().numpy()
# output
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(x)


net = Net()
x = torch.ones(1, 4)
a = net(x).detach().cpu().numpy()
b = net(x).to("cpu").detach().numpy()
out = net(x).cpu()
c = out.detach().numpy()
d = net(x).squeeze(0).detach().cpu().numpy()
