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
value = (
    net(x)
    .argmax(1)
    .numpy()
)
show(
    net(x).numpy(),  # the scores
)
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
value = (
    net(x)
    .argmax(1).cpu().numpy()
)
show(
    net(x).detach().cpu().numpy(),  # the scores
)
