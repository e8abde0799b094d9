"""Heat maps of joints, in the style of pose estimation in 2017: `async=True`, meters, weights of the best epoch."""
import argparse
import os
import tempfile

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Variable


class AverageMeter(object):
    def __init__(self):
        self.sum, self.count = 0.0, 0

    def update(self, val, n=1):
        self.sum += val * n
        self.count += n
        self.avg = self.sum / self.count


class Hourglass(nn.Module):
    def __init__(self, n_joints=2, width=6):
        super(Hourglass, self).__init__()
        self.pre = nn.Conv2d(1, width, 3, padding=1)
        self.low = nn.Conv2d(width, width, 3, padding=1)
        self.head = nn.Conv2d(width, n_joints, 1)
        self.head.weight.data.normal_(0, 0.1)

    def forward(self, x):
        up = F.relu(self.pre(x))
        low = F.relu(self.low(F.max_pool2d(up, 2)))
        return self.head(up + F.interpolate(low, scale_factor=2, mode='nearest'))


class Joints(torch.utils.data.Dataset):
    """A bright and a dark spot; one map for each."""

    def __init__(self, n, seed):
        rng = np.random.RandomState(seed)
        self.points = rng.randint(2, 10, size=(n, 2, 2))
        self.noise = rng.randn(n, 12, 12).astype(np.float32) * 0.05

    def heatmap(self, point, sigma=1.0):
        y, x = np.mgrid[:12, :12]
        return np.exp(-((y - point[0]) ** 2 + (x - point[1]) ** 2) / (2 * sigma ** 2)).astype(np.float32)

    def __getitem__(self, i):
        maps = np.stack([self.heatmap(p) for p in self.points[i]])
        return torch.from_numpy((maps[0] - maps[1] + self.noise[i])[None]), torch.from_numpy(maps)

    def __len__(self):
        return len(self.points)


def get_preds(scores):
    """Places of the maxima, as (batch, joint, 2)."""
    idx = scores.view(scores.size(0), scores.size(1), -1).max(2)[1]
    return torch.stack([idx // scores.size(3), idx % scores.size(3)], 2)


def accuracy(output, target, thr=2.0):
    dist = (get_preds(output.cpu()) - get_preds(target.cpu())).float().norm(dim=2)
    return (dist <= thr).float().mean()


def train(train_loader, model, criterion, optimizer):
    losses = AverageMeter()
    model.train()
    for inputs, target in train_loader:
        input_var = Variable(inputs.cuda())
        target_var = Variable(target.cuda(async=True))
        output = model(input_var)
        loss = criterion(output, target_var)
        losses.update(loss.data[0], inputs.size(0))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return losses.avg


def validate(val_loader, model, criterion):
    losses, acces = AverageMeter(), AverageMeter()
    model.eval()
    for inputs, target in val_loader:
        target = target.cuda(async=True)
        output = model(Variable(inputs.cuda(), volatile=True))
        loss = criterion(output, Variable(target, volatile=True))
        losses.update(loss.data[0], inputs.size(0))
        acces.update(accuracy(output.data, target), inputs.size(0))
    return losses.avg, acces.avg


def main(args):
    torch.manual_seed(5)
    model = Hourglass().cuda()
    criterion = nn.MSELoss(size_average=True).cuda()
    optimizer = torch.optim.RMSprop(model.parameters(), lr=args.lr)
    train_loader = torch.utils.data.DataLoader(Joints(64, 1), batch_size=8, shuffle=True)
    val_loader = torch.utils.data.DataLoader(Joints(32, 2), batch_size=16)
    best, name = 0, os.path.join(tempfile.mkdtemp(), 'model_best.pth.tar')
    for epoch in range(args.epochs):
        train_loss = train(train_loader, model, criterion, optimizer)
        valid_loss, acc = validate(val_loader, model, criterion)
        print('epoch %d train %.6f valid %.6f acc %.4f' % (epoch, train_loss, valid_loss, acc))
        if acc > best:
            best = acc
            torch.save({'epoch': epoch, 'state_dict': model.state_dict()}, name)
    checkpoint = torch.load(name)
    model.load_state_dict(checkpoint['state_dict'])
    print('best epoch %d: %.6f %.4f' % ((checkpoint['epoch'],) + validate(val_loader, model, criterion)))


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--epochs', default=3, type=int)
    parser.add_argument('--lr', default=1e-2, type=float)
    main(parser.parse_args())
