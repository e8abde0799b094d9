"""A convolutional network in the spelling of 2017: Variable, dropout, running averages."""

import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.autograd import Variable

torch.manual_seed(1)
torch.cuda.manual_seed(1)


class Net(nn.Module):
    def __init__(self):
        super(Net, self).__init__()
        self.conv1 = nn.Conv2d(1, 6, 5)
        self.conv2 = nn.Conv2d(6, 12, 5)
        self.drop = nn.Dropout2d()
        self.fc1 = nn.Linear(192, 32)
        self.fc2 = nn.Linear(32, 10)

    def forward(self, x):
        x = F.relu(F.max_pool2d(self.conv1(x), 2))
        x = F.relu(F.max_pool2d(self.drop(self.conv2(x)), 2))
        x = x.view(-1, 192)
        x = F.dropout(F.relu(self.fc1(x)), training=self.training)
        return F.log_softmax(self.fc2(x), dim=1)


data = torch.randn(96, 1, 28, 28)
labels = torch.randint(0, 10, (96,))
model = Net()
model.cuda()
opt = optim.SGD(model.parameters(), lr=0.05, momentum=0.5)
for epoch in range(2):
    model.train()
    for i in range(0, 64, 16):
        x, y = Variable(data[i : i + 16].cuda()), Variable(labels[i : i + 16].cuda())
        opt.zero_grad()
        loss = F.nll_loss(model(x), y)
        loss.backward()
        opt.step()
    print("epoch %d loss %.6f" % (epoch, loss.data.item()))
    model.eval()
    correct = 0
    test = 0
    with torch.no_grad():
        out = model(data[64:].cuda())
        test += F.nll_loss(out, labels[64:].cuda(), reduction="sum").item()
        pred = out.data.max(1, keepdim=True)[1]
        correct += pred.eq(labels[64:].cuda().data.view_as(pred)).long().cpu().sum()
    print("test %.6f acc %d/32" % (test / 32, correct))
