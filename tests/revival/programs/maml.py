"""Learning to learn sine waves."""
import random
from collections import OrderedDict
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Variable

random.seed(27)
np.random.seed(27)
torch.manual_seed(27)


class Task(object):
    def __init__(self):
        self.a = np.random.uniform(0.1, 5.0)
        self.b = np.random.uniform(0, 2 * np.pi)

    def training_set(self, size=6):
        x = np.random.uniform(-5, 5, size)
        y = self.a * np.sin(x + self.b)
        return torch.Tensor(x.astype(np.float)).view(-1, 1), torch.Tensor(y).view(-1, 1)


class Model(nn.Module):
    def __init__(self):
        super(Model, self).__init__()
        self.fc1 = nn.Linear(1, 8)
        self.fc2 = nn.Linear(8, 1)

    def forward(self, x, weights=None):
        if weights is None:
            weights = OrderedDict(self.named_parameters())
        x = F.tanh(F.linear(x, weights['fc1.weight'], weights['fc1.bias']))
        return F.linear(x, weights['fc2.weight'], weights['fc2.bias'])


def inner_update(model, x, y, step_size):
    weights = OrderedDict(model.named_parameters())
    loss = F.mse_loss(model(x, weights), y)
    grads = torch.autograd.grad(loss, weights.values(), create_graph=True)
    fast = OrderedDict((name, param - step_size * grad) for ((name, param), grad) in zip(weights.iteritems(), grads))
    return fast, loss


model = Model()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for step in xrange(4):
    meta_loss = 0
    before = 0
    for t in xrange(2):
        task = Task()
        x, y = task.training_set()
        x, y = Variable(x), Variable(y)
        fast, loss = inner_update(model, x, y, 0.01)
        before += loss.data[0]
        x, y = task.training_set()
        meta_loss += F.mse_loss(model(Variable(x), fast), Variable(y))
    optimizer.zero_grad()
    meta_loss.backward(retain_variables=False)
    optimizer.step()
    print('%d before %.4f after %.4f' % (step, before, meta_loss.data[0]))
