"""U-Net on circles: crops and skips, dice, a validation that saves pictures of its predictions as arrays (2018)."""
import os
import tempfile
from optparse import OptionParser
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import optim
from torch.autograd import Variable


class DoubleConv(nn.Module):
    def __init__(self, in_ch, out_ch):
        super(DoubleConv, self).__init__()
        self.conv = nn.Sequential(
            nn.Conv2d(in_ch, out_ch, 3, padding=1), nn.BatchNorm2d(out_ch), nn.ReLU(inplace=True),
            nn.Conv2d(out_ch, out_ch, 3, padding=1), nn.BatchNorm2d(out_ch), nn.ReLU(inplace=True))

    def forward(self, x):
        return self.conv(x)


class UNet(nn.Module):
    def __init__(self, n_channels, n_classes):
        super(UNet, self).__init__()
        self.inc = DoubleConv(n_channels, 4)
        self.down = DoubleConv(4, 8)
        self.up = nn.ConvTranspose2d(8, 4, 2, stride=2)
        self.merge = DoubleConv(8, 4)
        self.outc = nn.Conv2d(4, n_classes, 1)

    def forward(self, x):
        x1 = self.inc(x)
        x2 = self.down(F.max_pool2d(x1, 2))
        return self.outc(self.merge(torch.cat([x1, self.up(x2)], dim=1)))


def dice_coeff(input, target):
    """Of one picture; both are masks."""
    inter = torch.dot(input.reshape(-1), target.reshape(-1))
    return (2 * inter + 0.0001) / (input.sum() + target.sum() + 0.0001)


def get_args():
    parser = OptionParser()
    parser.add_option('-e', '--epochs', dest='epochs', default=3, type='int')
    parser.add_option('-b', '--batch-size', dest='batchsize', default=4, type='int')
    parser.add_option('-l', '--learning-rate', dest='lr', default=0.1, type='float')
    parser.add_option('-g', '--gpu', action='store_true', dest='gpu', default=torch.cuda.is_available())
    parser.add_option('-c', '--load', dest='load', default=False, help='weights to start from')
    return parser.parse_args()[0]


def circles(n, rng):
    y, x = np.mgrid[:16, :16]
    centre, radius = rng.uniform(5, 11, size=(n, 2, 1, 1)), rng.uniform(2, 5, size=(n, 1, 1))
    masks = ((y - centre[:, 0]) ** 2 + (x - centre[:, 1]) ** 2 < radius ** 2).astype(np.float32)
    return (masks + rng.rand(n, 16, 16) * 0.8)[:, None].astype(np.float32), masks


def eval_net(net, imgs, true_masks, gpu):
    net.eval()
    tot = 0
    for img, true_mask in zip(imgs, true_masks):
        img, true_mask = torch.from_numpy(img).unsqueeze(0), torch.from_numpy(true_mask)
        if gpu:
            img, true_mask = img.cuda(), true_mask.cuda()
        mask_pred = (torch.sigmoid(net(img)[0][0]) > 0.5).float()
        tot += dice_coeff(mask_pred, true_mask).item()
    return tot / len(imgs)


def predict(net, img, gpu):
    net.eval()
    x = torch.from_numpy(img).unsqueeze(0)
    if gpu:
        x = x.cuda()
    probs = torch.sigmoid(net(x))
    return probs.squeeze().cpu().detach().numpy() > 0.5


def train_net(net, epochs, batch_size, lr, gpu, folder):
    rng = np.random.RandomState(3)
    imgs, masks = circles(24, rng)
    val_imgs, val_masks = circles(8, rng)
    optimizer = optim.SGD(net.parameters(), lr=lr, momentum=0.9, weight_decay=0.0005)
    criterion = nn.BCEWithLogitsLoss()
    for epoch in range(epochs):
        net.train()
        epoch_loss = 0
        for i in range(0, len(imgs), batch_size):
            X, y = Variable(torch.FloatTensor(imgs[i:i + batch_size])), Variable(torch.FloatTensor(masks[i:i + batch_size]))
            if gpu:
                X, y = X.cuda(), y.cuda()
            loss = criterion(net(X).view(-1), y.view(-1))
            epoch_loss += loss.data.item()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print('epoch %d loss %.6f dice %.6f' % (epoch, epoch_loss * batch_size / len(imgs), eval_net(net, val_imgs, val_masks, gpu)))
        torch.save(net.state_dict(), os.path.join(folder, 'CP%d.pth' % (epoch + 1)))
    net.load_state_dict(torch.load(os.path.join(folder, 'CP%d.pth' % epochs)))
    print('pixels: %d of %d' % (predict(net, val_imgs[0], gpu).sum(), val_masks[0].sum()))


if __name__ == '__main__':
    options = get_args()
    torch.manual_seed(7)
    net = UNet(n_channels=1, n_classes=1)
    if options.load:
        net.load_state_dict(torch.load(options.load))
    if options.gpu:
        net.cuda()
    try:
        train_net(net, options.epochs, options.batchsize, options.lr, options.gpu, tempfile.mkdtemp())
    except KeyboardInterrupt:
        torch.save(net.state_dict(), 'INTERRUPTED.pth')
