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
loss = nn.functional.mse_loss(net(x), torch.ones(1, 2))
print("loss " + str(loss.numpy()))
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
loss = nn.functional.mse_loss(net(x), torch.ones(1, 2))
print("loss " + str(loss.detach().cpu().numpy()))
