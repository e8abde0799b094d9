"""A head learns on top of a frozen trunk, with `.cuda(async=True)`: does not parse in any Python since 3.7."""
import argparse
import os
import tempfile
import time

import torch
import torch.nn as nn
import torch.nn.parallel
import torch.backends.cudnn as cudnn
import torch.optim
from torch.autograd import Variable

parser = argparse.ArgumentParser(description='Finetune the head of a pretrained network')
parser.add_argument('data', metavar='DIR', nargs='?', default='synthetic', help='where the images are')
parser.add_argument('-j', '--workers', default=0, type=int)
parser.add_argument('--epochs', default=3, type=int)
parser.add_argument('-b', '--batch-size', default=16, type=int)
parser.add_argument('--lr', '--learning-rate', default=0.1, type=float)
parser.add_argument('--pretrained', default='', type=str, help='weights of the trunk')


class AverageMeter(object):
    def __init__(self):
        self.val, self.avg, self.sum, self.count = 0, 0, 0, 0

    def update(self, val, n=1):
        self.val = val
        self.sum += val * n
        self.count += n
        self.avg = self.sum / self.count


class Trunk(nn.Module):
    def __init__(self):
        super(Trunk, self).__init__()
        self.features = nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(True), nn.AvgPool2d(4))
        self.classifier = nn.Linear(32, 4)

    def forward(self, x):
        x = self.features(x)
        return self.classifier(x.view(x.size(0), -1))


def synthetic(n):
    target = torch.arange(n) % 4
    images = torch.rand(n, 3, 10, 10) + target.view(-1, 1, 1, 1).float() * torch.tensor([0.2, 0.0, -0.2]).view(3, 1, 1)
    return torch.utils.data.TensorDataset(images, target)


def accuracy(output, target, topk=(1,)):
    """Percentage of rows whose class is among the k likeliest, for every k of topk."""
    _, pred = output.topk(max(topk), 1, True, True)
    correct = pred.t().eq(target.view(1, -1).expand_as(pred.t()))
    return [correct[:k].reshape(-1).float().sum(0).mul_(100.0 / target.size(0)) for k in topk]


def train(train_loader, model, criterion, optimizer):
    losses, top1 = AverageMeter(), AverageMeter()
    model.train()
    for i, (input, target) in enumerate(train_loader):
        target = target.cuda(async=True)
        input_var = torch.autograd.Variable(input.cuda(async=True))
        target_var = torch.autograd.Variable(target)
        output = model(input_var)
        loss = criterion(output, target_var)
        acc1, = accuracy(output.data, target)
        losses.update(loss.data[0], input.size(0))
        top1.update(acc1.item(), input.size(0))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return losses.avg, top1.avg


def validate(val_loader, model, criterion):
    losses = AverageMeter()
    model.eval()
    for input, target in val_loader:
        target = target.cuda(async=True)
        input_var = Variable(input, volatile=True).cuda()
        loss = criterion(model(input_var), Variable(target, volatile=True))
        losses.update(loss.data[0], input.size(0))
    return losses.avg


def main():
    args = parser.parse_args()
    torch.manual_seed(21)
    cudnn.benchmark = True
    end = time.time()

    weights = args.pretrained or os.path.join(tempfile.mkdtemp(), 'trunk.pth')
    if not args.pretrained:
        torch.save(Trunk().state_dict(), weights)
    model = Trunk()
    model.load_state_dict(torch.load(weights))
    for param in model.features.parameters():
        param.requires_grad = False
    model.classifier.weight.data.normal_(0, 0.01)
    model.classifier.bias.data.zero_()
    model = model.cuda()
    criterion = nn.CrossEntropyLoss().cuda()
    optimizer = torch.optim.SGD(model.classifier.parameters(), args.lr, momentum=0.9)

    print('data: %s' % args.data)
    train_loader = torch.utils.data.DataLoader(
        synthetic(96), batch_size=args.batch_size, shuffle=True, num_workers=args.workers, pin_memory=False)
    val_loader = torch.utils.data.DataLoader(synthetic(48), batch_size=args.batch_size, num_workers=args.workers)
    for epoch in range(args.epochs):
        loss, acc1 = train(train_loader, model, criterion, optimizer)
        print('epoch %d loss %.6f right %.3f%% valid %.6f' % (
            epoch, loss, acc1, validate(val_loader, model, criterion)))
    assert time.time() - end < 600


if __name__ == '__main__':
    main()
