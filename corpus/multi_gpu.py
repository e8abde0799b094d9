"""Flags of the ImageNet scripts: a GPU by number or none, several of them, a fixed seed, a trunk on one GPU (1.x)."""
import argparse
import os
import random
import shutil
import tempfile
import warnings

import torch
import torch.nn as nn
import torch.nn.parallel
import torch.backends.cudnn as cudnn
import torch.optim
parser = argparse.ArgumentParser(description='Training with the usual flags')
parser.add_argument('-a', '--arch', metavar='ARCH', default='small', choices=['small', 'wide'])
parser.add_argument('--epochs', default=2, type=int, metavar='N')
parser.add_argument('-b', '--batch-size', default=16, type=int, metavar='N')
parser.add_argument('--lr', default=0.05, type=float, dest='lr')
parser.add_argument('--resume', default='', type=str, metavar='PATH', help='path to latest checkpoint')
parser.add_argument('-e', '--evaluate', dest='evaluate', action='store_true')
parser.add_argument('--seed', default=3, type=int, help='seed for initializing training')
parser.add_argument('--gpu', default=None, type=int, help='GPU id to use')
best_acc1 = 0


class SmallNet(nn.Module):
    def __init__(self, width):
        super(SmallNet, self).__init__()
        self.features = nn.Sequential(nn.Conv2d(3, width, 3, 2, 1, bias=False), nn.BatchNorm2d(width), nn.ReLU(inplace=True))
        self.classifier = nn.Linear(width * 9, 3)
        nn.init.kaiming_normal_(self.features[0].weight.data, mode='fan_out')

    def forward(self, x):
        return self.classifier(torch.flatten(self.features(x), 1))


def stripes(n, seed):
    g = torch.Generator().manual_seed(seed)
    images, target = torch.randn(n, 3, 6, 6, generator=g), torch.arange(n) % 3
    for image, t in zip(images, target.tolist()):
        image[t, :, 2:4] += 1.0
    return torch.utils.data.TensorDataset(images, target)


def main():
    args = parser.parse_args()
    if args.seed is not None:
        random.seed(args.seed)
        torch.manual_seed(args.seed)
        cudnn.deterministic = True
        warnings.warn('You have chosen to seed training.')
    main_worker(args.gpu, tempfile.mkdtemp(), args)


def main_worker(gpu, folder, args):
    global best_acc1
    model = SmallNet(8 if args.arch == 'small' else 16)
    if gpu is not None:
        print("Use GPU: {} for training".format(gpu))
        torch.cuda.set_device(gpu)
        model = model.cuda(gpu)
    else:
        # the features on all GPUs, the classifier where its input ends up
        model.features = torch.nn.DataParallel(model.features)
        model.cuda()
    criterion = nn.CrossEntropyLoss().cuda(gpu)
    optimizer = torch.optim.SGD(model.parameters(), args.lr, momentum=0.9, weight_decay=1e-4)
    if args.resume:
        if os.path.isfile(args.resume):
            loc = 'cuda:{}'.format(gpu)
            checkpoint = torch.load(args.resume) if gpu is None else torch.load(args.resume, map_location=loc)
            model.load_state_dict(checkpoint['state_dict'])
            optimizer.load_state_dict(checkpoint['optimizer'])
    train_loader = torch.utils.data.DataLoader(stripes(96, 1), batch_size=args.batch_size, shuffle=True)
    val_loader = torch.utils.data.DataLoader(stripes(48, 2), batch_size=args.batch_size)
    if args.evaluate:
        validate(val_loader, model, criterion, gpu)
        return
    for epoch in range(args.epochs):
        adjust_learning_rate(optimizer, epoch, args)
        model.train()
        for images, target in train_loader:
            target = target.cuda(gpu, non_blocking=True)
            loss = criterion(model(images.cuda(non_blocking=True)), target)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        acc1 = validate(val_loader, model, criterion, gpu)
        is_best = acc1 > best_acc1
        best_acc1 = max(acc1, best_acc1)
        torch.save({'epoch': epoch + 1, 'state_dict': model.state_dict(), 'best_acc1': best_acc1,
                    'optimizer': optimizer.state_dict()}, os.path.join(folder, 'checkpoint.pth.tar'))
        if is_best:
            shutil.copyfile(os.path.join(folder, 'checkpoint.pth.tar'), os.path.join(folder, 'model_best.pth.tar'))
    best = torch.load(os.path.join(folder, 'model_best.pth.tar'))
    print('best: epoch %d, %.3f' % (best['epoch'], best['best_acc1']))


def adjust_learning_rate(optimizer, epoch, args):
    for param_group in optimizer.param_groups:
        param_group['lr'] = args.lr * (0.1 ** (epoch // 2))


def validate(val_loader, model, criterion, gpu):
    losses, right, count = 0.0, 0, 0
    model.eval()
    with torch.no_grad():
        for images, target in val_loader:
            target = target.cuda(gpu, non_blocking=True)
            output = model(images.cuda(non_blocking=True))
            losses += criterion(output, target).data.item() * images.size(0)
            right += (output.data.max(1)[1] == target).sum().item()
            count += images.size(0)
    print(' * Acc@1 {:.3f} Loss {:.6f}'.format(100. * right / count, losses / count))
    return 100. * right / count


if __name__ == '__main__':
    main()
