"""Sub-pixel super-resolution that pickles whole models and loads them again in the same file (style of the 2017 examples)."""
from __future__ import print_function

import argparse
import math
import os
import tempfile

import numpy as np
import torch
import torch.nn as nn
import torch.nn.init as init
import torch.optim as optim
from torch.utils.data import DataLoader, TensorDataset

parser = argparse.ArgumentParser(description='PyTorch Super Res Example')
parser.add_argument('--upscale_factor', type=int, default=2, help="super resolution upscale factor")
parser.add_argument('--batchSize', type=int, default=8, help='training batch size')
parser.add_argument('--testBatchSize', type=int, default=4, help='testing batch size')
parser.add_argument('--nEpochs', type=int, default=3, help='number of epochs to train for')
parser.add_argument('--lr', type=float, default=0.01, help='Learning Rate')
parser.add_argument('--cuda', action='store_true', default=torch.cuda.is_available(), help='use cuda?')
parser.add_argument('--seed', type=int, default=123, help='random seed to use')
opt = parser.parse_args()
folder = tempfile.mkdtemp()
torch.manual_seed(opt.seed)


class Net(nn.Module):
    def __init__(self, upscale_factor):
        super(Net, self).__init__()
        self.relu = nn.ReLU()
        self.conv1 = nn.Conv2d(1, 12, 5, 1, 2)
        self.conv2 = nn.Conv2d(12, upscale_factor ** 2, 3, 1, 1)
        self.pixel_shuffle = nn.PixelShuffle(upscale_factor)
        self._initialize_weights()

    def forward(self, x):
        return self.pixel_shuffle(self.conv2(self.relu(self.conv1(x))))

    def _initialize_weights(self):
        init.orthogonal_(self.conv1.weight.data, init.calculate_gain('relu'))
        init.orthogonal_(self.conv2.weight.data)
        # small at the start; two draws in one would be other numbers
        self.conv2.bias.data.normal_(0, 1).mul_(0.01)


def waves(n, rng):
    y, x = np.mgrid[:16, :16]
    freq, phase = rng.uniform(0.2, 0.9, size=(n, 2, 1, 1)), rng.uniform(0, 6, size=(n, 1, 1))
    big = np.sin(freq[:, 0] * y + freq[:, 1] * x + phase)[:, None].astype(np.float32)
    small = big.reshape(n, 1, 8, 2, 8, 2).mean((3, 5))
    return TensorDataset(torch.from_numpy(small), torch.from_numpy(big))


rng = np.random.RandomState(opt.seed)
training_data_loader = DataLoader(waves(48, rng), batch_size=opt.batchSize, shuffle=True)
testing_data_loader = DataLoader(waves(16, rng), batch_size=opt.testBatchSize)
model = Net(upscale_factor=opt.upscale_factor)
criterion = nn.MSELoss()
if opt.cuda:
    model = model.cuda()
    criterion = criterion.cuda()
optimizer = optim.Adam(model.parameters(), lr=opt.lr)


def train(epoch):
    epoch_loss = 0
    for iteration, (input, target) in enumerate(training_data_loader, 1):
        if opt.cuda:
            input = input.cuda()
            target = target.cuda()
        optimizer.zero_grad()
        loss = criterion(model(input), target)
        epoch_loss += loss.data.item()
        loss.backward()
        optimizer.step()
    print("===> Epoch {} Complete: Avg. Loss: {:.6f}".format(epoch, epoch_loss / len(training_data_loader)))


def test():
    avg_psnr = 0
    for input, target in testing_data_loader:
        if opt.cuda:
            input, target = input.cuda(), target.cuda()
        with torch.no_grad():
            mse = criterion(model(input), target)
        avg_psnr += 10 * math.log10(1 / float(mse.cpu().numpy()))
    print("===> Avg. PSNR: {:.5f} dB".format(avg_psnr / len(testing_data_loader)))


for epoch in range(1, opt.nEpochs + 1):
    train(epoch)
    test()
    torch.save(model, os.path.join(folder, "model_last.pth"))

model = torch.load(os.path.join(folder, "model_last.pth"), weights_only=False)
model.eval()
low, high = waves(1, rng)[0]
out = model(low.unsqueeze(0).cuda() if opt.cuda else low.unsqueeze(0))
picture = out.data[0].cpu().numpy().clip(-1, 1)
print('picture %s, error %.6f' % (picture.shape, np.abs(picture - high.numpy()).mean()))
