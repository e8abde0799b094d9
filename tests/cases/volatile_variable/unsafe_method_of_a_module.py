import torch
from torch import nn
from torch.autograd import Variable


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)

    def forward(self, x):
        return self.fc(x)

    def predict(self, x):
        x = Variable(x, volatile=True)
        y = self(x)
        z = self.forward(x)
        return y + self.fc(z)
