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
pred = net(x).argmax(1).numpy()
emb = net(x).numpy()
out = net(x)
first = out[0].numpy()
soft = torch.nn.functional.softmax(out, dim=1).numpy()
best = (out.max(1)[1] == 1).numpy()
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
pred = net(x).argmax(1).cpu().numpy()
emb = net(x).detach().cpu().numpy()
out = net(x)
first = out[0].detach().cpu().numpy()
soft = torch.nn.functional.softmax(out, dim=1).detach().cpu().numpy()
best = (out.max(1)[1] == 1).cpu().numpy()
