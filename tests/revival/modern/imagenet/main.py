import argparse
import shutil
import torch
import torch.nn as nn
import torch.backends.cudnn as cudnn
import torch.utils.data as data
from resnet import ResNet
from utils import AverageMeter, accuracy

parser = argparse.ArgumentParser()
parser.add_argument('--epochs', default=2, type=int)
parser.add_argument('--lr', default=0.05, type=float)
parser.add_argument('--print-freq', default=2, type=int)
args = parser.parse_args()
best_prec1 = 0


def main():
    global best_prec1
    torch.manual_seed(6)
    model = ResNet()
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(model.parameters(), args.lr, momentum=0.9)
    images = torch.rand(24, 3, 4, 4)
    train_set = data.TensorDataset(images, torch.arange(0, 24) % 6)
    train_loader = data.DataLoader(train_set, batch_size=8, shuffle=False, num_workers=0)
    for epoch in range(args.epochs):
        train(train_loader, model, criterion, optimizer, epoch)
        prec1 = validate(train_loader, model, criterion)
        is_best = prec1 > best_prec1
        best_prec1 = max(prec1, best_prec1)
        save_checkpoint({'epoch': epoch + 1, 'state_dict': model.state_dict()}, is_best)
    print('best %.2f' % best_prec1)


def train(train_loader, model, criterion, optimizer, epoch):
    losses, top1, top5 = AverageMeter(), AverageMeter(), AverageMeter()
    model.train()
    for i, (input, target) in enumerate(train_loader):
        input_var, target_var = input, target
        output = model(input_var)
        loss = criterion(output, target_var)
        prec1, prec5 = accuracy(output.data, target, topk=(1, 5))
        losses.update(loss.item(), input.size(0))
        top1.update(prec1.item(), input.size(0))
        top5.update(prec5.item(), input.size(0))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if i % args.print_freq == 0:
            print('Epoch: [%d][%d/%d] Loss %.4f Prec@1 %.2f Prec@5 %.2f'
                  % (epoch, i, len(train_loader), losses.avg, top1.avg, top5.avg))


def validate(val_loader, model, criterion):
    top1 = AverageMeter()
    model.eval()
    for i, (input, target) in enumerate(val_loader):
        output = model(input)
        prec1, prec5 = accuracy(output.data, target, topk=(1, 5))
        top1.update(prec1.item(), input.size(0))
    print(' * Prec@1 %.2f' % top1.avg)
    return top1.avg


def save_checkpoint(state, is_best, filename='checkpoint.pth.tar'):
    torch.save(state, filename)
    if is_best:
        shutil.copyfile(filename, 'model_best.pth.tar')


if __name__ == '__main__':
    main()
