import torch
from torch import nn
def sloped(f):
    def inner(self, x):
        h = f(self, x)
        return torch.autograd.grad(h.sin().sum(), h)[0]
    return inner
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(3, 3)
    @sloped
    def forward(self, x):
        return self.first(x)
net = Net()
net.eval()
out = net(torch.ones(2, 3))
print(out.argmax(1).tolist())
