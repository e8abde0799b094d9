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
with torch.no_grad():
    out = net(x).numpy()
    soft = torch.softmax(net(x), 1)
print(soft.numpy())
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
with torch.no_grad():
    out = net(x).cpu().numpy()
    soft = torch.softmax(net(x), 1)
print(soft.cpu().numpy())
