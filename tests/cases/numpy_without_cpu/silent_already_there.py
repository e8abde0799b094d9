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
b = net(x).cpu().detach().numpy()
c = net(x).data.cpu().numpy()
d = net(x).detach().to("cpu").numpy()
e = net(x).argmax(1).cpu().numpy()
f = net(x).detach().to(torch.device("cpu"), torch.float64).numpy()
