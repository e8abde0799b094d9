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
outs = []
for _ in range(3):
    outs.append(net(x))
print(torch.cat(outs).numpy(), torch.stack([net(x), net(x)]).numpy())
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
outs = []
for _ in range(3):
    outs.append(net(x))
print(torch.cat(outs).detach().cpu().numpy(), torch.stack([net(x), net(x)]).detach().cpu().numpy())
