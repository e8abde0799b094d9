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
optimizer = torch.optim.SGD(net.parameters(), 0.1)
out = net(x)
smooth = torch.from_numpy(out.numpy() * 2)
again = torch.tensor(np_filter(net(x).numpy()))
values = net(x).numpy()
loss = nn.functional.mse_loss(torch.from_numpy(values), x)
loss.backward()
