"""Single-shot detection: prior boxes, hard negatives, weights mapped by a function, the CUDA tensor type as default (2017)."""
from __future__ import print_function
import argparse
import os
import tempfile

import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.nn.init as init
import torch.optim as optim
from torch.autograd import Variable


def str2bool(v):
    return v.lower() in ("yes", "true", "t", "1")


parser = argparse.ArgumentParser(description='Single Shot Detector Training')
parser.add_argument('--basenet', default='vgg_reduced.pth', help='Pretrained base model')
parser.add_argument('--batch_size', default=8, type=int, help='Batch size for training')
parser.add_argument('--cuda', default=True, type=str2bool, help='Use CUDA to train model')
parser.add_argument('--lr', default=2e-2, type=float, help='initial learning rate')
parser.add_argument('--save_folder', default=tempfile.mkdtemp(), help='Directory for saving checkpoint models')
args = parser.parse_args()
torch.manual_seed(300)
default_type = 'torch.FloatTensor'
if torch.cuda.is_available() and args.cuda:
    default_type = 'torch.cuda.FloatTensor'


class PriorBox(object):
    """Centres on a grid, two sizes each, as (x, y, size)."""

    def forward(self, cells=4):
        c = (torch.arange(cells).float() + 0.5) / cells
        grid = torch.stack([c.repeat(cells), c.view(-1, 1).repeat(1, cells).view(-1)], 1)
        return torch.cat([torch.cat([grid, torch.full((cells ** 2, 1), s)], 1) for s in (0.25, 0.5)])


class SSD(nn.Module):
    def __init__(self, num_classes):
        super(SSD, self).__init__()
        self.num_classes = num_classes
        self.priors = Variable(PriorBox().forward(), volatile=True)
        self.vgg = nn.Sequential(nn.Conv2d(1, 8, 3, 2, 1), nn.ReLU(inplace=True), nn.Conv2d(8, 8, 3, 2, 1), nn.ReLU(inplace=True))
        self.loc, self.conf = nn.Conv2d(8, 2 * 3, 1), nn.Conv2d(8, 2 * num_classes, 1)

    def forward(self, x):
        x = self.vgg(x)
        loc, conf = self.loc(x), self.conf(x)
        return (loc.view(x.size(0), 2, 3, -1).transpose(2, 3).reshape(x.size(0), -1, 3),
                conf.view(x.size(0), 2, self.num_classes, -1).transpose(2, 3).reshape(x.size(0), -1, self.num_classes),
                self.priors)

    def load_weights(self, base_file):
        self.vgg.load_state_dict(torch.load(base_file, map_location=lambda storage, loc: storage))


class MultiBoxLoss(nn.Module):
    def forward(self, predictions, targets):
        loc_data, conf_data, priors = predictions
        priors = priors.data.cuda() if args.cuda and torch.cuda.is_available() else priors.data
        num = loc_data.size(0)
        loc_t, conf_t = torch.zeros(loc_data.size()), torch.zeros(num, priors.size(0)).long()
        for idx in range(num):
            truth = targets[idx].data
            near = ((priors[:, :2] - truth[:2]).abs().max(1)[0] < 0.13) & ((priors[:, 2] - truth[2]).abs() < 0.13)
            conf_t[idx] = near.long().cpu() * int(truth[3])
            loc_t[idx] = (truth[:3] - priors).cpu()
        if loc_data.is_cuda:
            loc_t, conf_t = loc_t.cuda(), conf_t.cuda()
        pos = conf_t > 0
        loss_l = F.smooth_l1_loss(loc_data[pos], loc_t[pos], reduction='sum')
        # hard negatives: three for each match
        loss_c = F.cross_entropy(conf_data.view(-1, conf_data.size(2)), conf_t.view(-1), reduction='none').view(num, -1)
        rank = loss_c.data.masked_fill(pos, 0).sort(1, descending=True)[1].sort(1)[1]
        neg = rank < (3 * pos.sum(1, keepdim=True)).clamp(max=pos.size(1) - 1)
        n = pos.sum().float().clamp(min=1)
        return loss_l / n, loss_c[pos | neg].sum() / n


def scenes(n):
    """A dark or a bright square; the truth is (x, y, size, class)."""
    images, truths = torch.rand(n, 1, 16, 16) * 0.2, []
    for i, image in enumerate(images):
        size, (x, y) = (4, 8)[i % 2], torch.randint(0, 8, (2,)).tolist()
        image[0, y:y + size, x:x + size] += 1.0 if i % 4 < 2 else -1.0
        truths.append(torch.tensor([(x + size / 2) / 16., (y + size / 2) / 16., size / 16., 1. if i % 4 < 2 else 2.]))
    return images, truths


def weights_init(m):
    if isinstance(m, nn.Conv2d):
        init.xavier_uniform_(m.weight.data)
        m.bias.data.zero_()


images, truths = scenes(64)
net = SSD(3)
net.apply(weights_init)
torch.save(net.vgg.state_dict(), os.path.join(args.save_folder, args.basenet))
net.load_weights(os.path.join(args.save_folder, args.basenet))
if args.cuda and torch.cuda.is_available():
    net = net.cuda()
optimizer, criterion = optim.SGD(net.parameters(), lr=args.lr, momentum=0.9), MultiBoxLoss()
for iteration in range(24):
    i = iteration % 8 * args.batch_size
    batch, targets = images[i:i + args.batch_size], truths[i:i + args.batch_size]
    if args.cuda and torch.cuda.is_available():
        batch, targets = Variable(batch.cuda()), [Variable(t.cuda()) for t in targets]
    optimizer.zero_grad()
    loss_l, loss_c = criterion(net(batch), targets)
    loss = loss_l + loss_c
    loss.backward()
    optimizer.step()
    if iteration % 8 == 7:
        print('iter %d || Loss: %.5f (loc %.5f, conf %.5f)' % (iteration, loss.data, loss_l.data.item(), loss_c.data.item()))
print('type: %s' % torch.zeros(1).type(default_type).mul(2).add(1).cpu().numpy())
