"""Convolutional network on digits with `--no-cuda` and `if args.cuda:`, as in the examples of PyTorch 0.3."""
from __future__ import print_function
import argparse
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
import torch.utils.data as data_utils
from torch.autograd import Variable

# options
parser = argparse.ArgumentParser(description='small convnet on synthetic digits')
parser.add_argument('--data', type=str, default='synthetic', metavar='NAME',
                    help='which digits to train on')
parser.add_argument('--batch-size', type=int, default=32, metavar='N',
                    help='digits per step')
parser.add_argument('--test-batch-size', type=int, default=50, metavar='N')
parser.add_argument('--epochs', type=int, default=2, metavar='N')
parser.add_argument('--lr', type=float, default=0.05, metavar='LR')
parser.add_argument('--momentum', type=float, default=0.5, metavar='M')
parser.add_argument('--no-cuda', action='store_true', default=False,
                    help='stay on the CPU')
parser.add_argument('--seed', type=int, default=1, metavar='S')
parser.add_argument('--print-every', type=int, default=4, metavar='N')
args = parser.parse_args()
args.cuda = not args.no_cuda and torch.cuda.is_available()

torch.manual_seed(args.seed)
if args.cuda:
    torch.cuda.manual_seed(args.seed)


class Digits(data_utils.Dataset):
    """Ten bright bars on a noisy background, one per class."""

    def __init__(self, n):
        self.targets = torch.arange(n) % 10
        self.data = torch.rand(n, 1, 28, 28) * 0.4
        for i, t in enumerate(self.targets.tolist()):
            self.data[i, 0, 2 * t + 2:2 * t + 6, 4:24] += 0.6

    def __getitem__(self, index):
        return (self.data[index] - 0.3) / 0.3, self.targets[index]

    def __len__(self):
        return len(self.data)


class ConvNet(nn.Module):
    def __init__(self):
        super(ConvNet, self).__init__()
        self.conv1 = nn.Conv2d(1, 6, kernel_size=5)
        self.conv2 = nn.Conv2d(6, 12, kernel_size=5)
        self.drop = nn.Dropout2d()
        self.fc1 = nn.Linear(192, 32)
        self.fc2 = nn.Linear(32, 10)

    def forward(self, x):
        x = F.relu(F.max_pool2d(self.conv1(x), 2))
        x = F.relu(F.max_pool2d(self.drop(self.conv2(x)), 2))
        x = x.view(-1, 192)
        x = F.relu(self.fc1(x))
        x = F.dropout(x, training=self.training)
        x = self.fc2(x)
        return F.log_softmax(x, dim=1)


train_set, test_set = Digits(200), Digits(100)
print('{} digits: {} for training, mean {:.6f}'.format(
    args.data, train_set.data.size(0), train_set.data.mean().item()))
train_loader = data_utils.DataLoader(train_set, batch_size=args.batch_size, shuffle=True)
test_loader = data_utils.DataLoader(test_set, batch_size=args.test_batch_size)

model = ConvNet()
if args.cuda:
    model.cuda()

optimizer = optim.SGD(model.parameters(), lr=args.lr, momentum=args.momentum)


def train(epoch):
    model.train()
    for batch_idx, (data, target) in enumerate(train_loader):
        if args.cuda:
            data, target = data.cuda(), target.cuda()
        data, target = Variable(data), Variable(target)
        optimizer.zero_grad()
        output = model(data)
        loss = F.nll_loss(output, target)
        loss.backward()
        optimizer.step()
        if batch_idx % args.print_every == 0:
            print('epoch {} seen {:3d} loss {:.6f}'.format(epoch, (batch_idx + 1) * len(data), loss.item()))


def test():
    model.eval()
    test_loss = 0
    correct = 0
    for data, target in test_loader:
        if args.cuda:
            data, target = data.cuda(), target.cuda()
        data, target = Variable(data), Variable(target)
        output = model(data)
        test_loss += F.nll_loss(output, target, reduction='sum').item()
        pred = output.data.max(1, keepdim=True)[1]  # most likely digit
        correct += pred.eq(target.data.view_as(pred)).long().cpu().sum().item()

    test_loss /= len(test_loader.dataset)
    print('test loss {:.6f}, {} of {} right'.format(
        test_loss, correct, len(test_loader.dataset)))


for epoch in range(1, args.epochs + 1):
    train(epoch)
    test()
