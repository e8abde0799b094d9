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
outputs = [net(x) for _ in range(3)]
for i, out in enumerate(outputs):
    print(out.numpy())
for out, label in zip(outputs, [1, 2, 3]):
    print(out.numpy())
print([out.numpy() for out in outputs])
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
outputs = [net(x) for _ in range(3)]
for i, out in enumerate(outputs):
    print(out.detach().cpu().numpy())
for out, label in zip(outputs, [1, 2, 3]):
    print(out.detach().cpu().numpy())
print([out.detach().cpu().numpy() for out in outputs])
