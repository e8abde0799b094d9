import torch.nn as nn
import torch.nn.functional as F
import torch.nn.init as init


class Net(nn.Module):
    def __init__(self, hidden):
        super(Net, self).__init__()
        self.fc1 = nn.Linear(4, hidden)
        self.fc2 = nn.Linear(hidden, 1)
        init.xavier_normal(self.fc1.weight)
        init.normal(self.fc2.weight, 0, 0.1)

    def forward(self, x):
        return F.sigmoid(self.fc2(F.tanh(self.fc1(x))))
