"""Train for a while, save, start anew from the checkpoint.  python resume.py --epochs 4 --resume-at 2"""
import argparse
import os
import shutil
import tempfile
import torch
import torch.nn as nn
from torch.optim import lr_scheduler
from torch.autograd import Variable

parser = argparse.ArgumentParser()
parser.add_argument('--epochs', default=4, type=int)
parser.add_argument('--resume-at', default=2, type=int, help='throw the model away after this epoch and load it')
parser.add_argument('--resume', default='', type=str, metavar='PATH', help='checkpoint to go on from')
parser.add_argument('--lr', default=0.01, type=float)
parser.add_argument('--out', default='', type=str, help='where checkpoints go (default: a scratch folder)')
parser.add_argument('--gpu', default=None, type=int, help='number of the GPU')

best_loss = float('inf')


class AverageMeter(object):
    """Mean of a number over an epoch."""

    def __init__(self):
        self.val, self.sum, self.count = 0, 0, 0

    def update(self, val, n=1):
        self.val = val
        self.sum += val * n
        self.count += n

    @property
    def avg(self):
        return self.sum / self.count


class Blobs(object):
    def __init__(self, n):
        gen = torch.Generator().manual_seed(5)
        self.data = torch.randn(n, 10, generator=gen)
        self.target = self.data.sum(1, keepdim=True).sin()


def make_model(gpu):
    model = nn.Sequential(nn.Linear(10, 24), nn.BatchNorm1d(24), nn.Tanh(), nn.Linear(24, 1))
    if gpu is not None:
        model = model.cuda(gpu)
    return model


def save_checkpoint(state, is_best, folder):
    filename = os.path.join(folder, 'checkpoint.pth.tar')
    torch.save(state, filename)
    if is_best:
        shutil.copyfile(filename, os.path.join(folder, 'model_best.pth.tar'))


def train(dataset, model, criterion, optimizer):
    losses = AverageMeter()
    model.train()
    for i in range(0, len(dataset.data), 16):
        input, target = dataset.data[i:i + 16], dataset.target[i:i + 16]
        if args.gpu is not None:
            input = input.cuda(args.gpu, non_blocking=True)
            target = target.cuda(args.gpu, non_blocking=True)
        output = model(Variable(input))
        loss = criterion(output, Variable(target))
        losses.update(loss.data.item(), input.size(0))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return losses.avg


def main():
    global args, best_loss
    args = parser.parse_args()
    torch.manual_seed(11)
    folder = args.out or tempfile.mkdtemp()
    dataset = Blobs(64)
    criterion = nn.MSELoss()
    model = make_model(args.gpu)
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    scheduler = lr_scheduler.StepLR(optimizer, 2, 0.5)

    start_epoch = 0
    while start_epoch < args.epochs:
        if args.resume:
            print('loading {}'.format(os.path.basename(args.resume)))
            checkpoint = torch.load(args.resume)
            start_epoch = checkpoint['epoch']
            best_loss = checkpoint['best_loss']
            model = make_model(args.gpu)
            model.load_state_dict(checkpoint['state_dict'])
            optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
            optimizer.load_state_dict(checkpoint['optimizer'])
            scheduler = lr_scheduler.StepLR(optimizer, 2, 0.5, last_epoch=start_epoch - 1)
        stop = args.resume_at if not args.resume else args.epochs
        for epoch in range(start_epoch, stop):
            loss = train(dataset, model, criterion, optimizer)
            scheduler.step()
            print('epoch %d loss %.8f lr %.6f' % (epoch, loss, optimizer.param_groups[0]['lr']))
            save_checkpoint({'epoch': epoch + 1, 'state_dict': model.state_dict(), 'best_loss': min(loss, best_loss),
                             'optimizer': optimizer.state_dict()}, loss < best_loss, folder)
            best_loss = min(loss, best_loss)
        start_epoch, args.resume = stop, os.path.join(folder, 'checkpoint.pth.tar')

    best = torch.load(os.path.join(folder, 'model_best.pth.tar'))
    model.load_state_dict(best['state_dict'])
    model.eval()
    print('best epoch %d output %.8f' % (best['epoch'], model(Variable(dataset.data[:4])).data.mean()))


if __name__ == '__main__':
    main()
