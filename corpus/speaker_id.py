"""Who speaks, from filter banks: 1-d convolutions, a GPU chosen by an environment variable after torch is imported (2019)."""
import os

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset

# the physical GPU, before anything asks for CUDA
GPU_NO = '0'
os.environ['CUDA_DEVICE_ORDER'] = 'PCI_BUS_ID'
os.environ['CUDA_VISIBLE_DEVICES'] = GPU_NO if torch.backends.cuda.is_built() else ''

SEED, N_SPEAKERS, BATCH = 1234, 4, 12
device = 'microphone 2'  # what recorded them
np.random.seed(SEED)
torch.manual_seed(SEED)


class Utterances(Dataset):
    """A random window of an utterance that is made when it is asked for."""

    def __init__(self, n, frames=24):
        self.n, self.frames = n, frames
        self.filters = np.random.RandomState(0).randn(N_SPEAKERS, 6, 1) * 0.7

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        speaker = i % N_SPEAKERS
        start = np.random.randint(0, 8)
        t = np.arange(start, start + self.frames)[None]
        audio = self.filters[speaker] * np.sin(t * 0.2 * (speaker + 1)) + np.random.randn(6, self.frames) * 0.4
        return torch.from_numpy(audio.astype(np.float32)), speaker


def sinc(x):
    """Of a tensor where it lies."""
    tiny = torch.full((1,), 1e-3)
    if x.is_cuda:
        tiny = tiny.cuda()
    return torch.sin(x + tiny) / (x + tiny)


class SincConv(nn.Module):
    def __init__(self, n_filters=8, width=7):
        super(SincConv, self).__init__()
        self.cut = nn.Parameter(torch.linspace(0.2, 1.4, n_filters).view(-1, 1, 1))
        self.register_buffer('steps', torch.arange(-(width // 2), width // 2 + 1).float().view(1, 1, -1))
        self.mix = nn.Conv1d(6, 1, 1)

    def forward(self, x):
        filters = 2 * self.cut * sinc(6.28 * self.cut * self.steps)
        return F.conv1d(self.mix(x), filters)


class CNN(nn.Module):
    def __init__(self):
        super(CNN, self).__init__()
        self.sinc, self.bn = SincConv(), nn.BatchNorm1d(8)
        self.conv, self.fc = nn.Conv1d(8, 12, 3), nn.Linear(12, N_SPEAKERS)
        self.fc.weight.data = torch.rand(N_SPEAKERS, 12) * 0.2 - 0.1
        self.fc.bias.data.zero_()

    def forward(self, x):
        x = F.leaky_relu(self.bn(self.sinc(x).abs()))
        if torch.is_grad_enabled():
            x = x + 0.01 * x.sign()  # against flat places
        return F.log_softmax(self.fc(F.leaky_relu(self.conv(x)).mean(2)), dim=1)


loader = DataLoader(Utterances(96), batch_size=BATCH, shuffle=True, drop_last=True)
net = CNN()
cost = nn.NLLLoss()
if torch.cuda.is_available():
    net.cuda()
optimizer = torch.optim.RMSprop(net.parameters(), lr=0.005, alpha=0.95, eps=1e-8)


def run_epoch(epoch):
    net.train()
    loss_sum, err_sum = 0, 0
    for inp, lab in loader:
        if torch.cuda.is_available():
            inp, lab = inp.cuda(), lab.cuda()
        pout = net(inp)
        pred = torch.max(pout, dim=1)[1]
        loss = cost(pout, lab.long())
        err = torch.mean((pred != lab.long()).float())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        loss_sum = loss_sum + loss.detach()
        err_sum = err_sum + err.detach()
    # arrays of float32, divided as such
    print('epoch %d, loss_tr=%f err_tr=%f' % (epoch, loss_sum.cpu().numpy() / len(loader), err_sum.cpu().numpy() / len(loader)))


def test():
    net.eval()
    rows = []
    for i in range(16):
        inp, lab = Utterances(N_SPEAKERS)[i % N_SPEAKERS]
        if torch.cuda.is_available():
            inp = inp.cuda()
        pout = net(inp.unsqueeze(0))
        rows.append(pout.data.cpu().numpy()[0])
    rows = np.array(rows)
    print('%s, sentences right: %d of 16, %.6f' % (device, (rows.argmax(1) == np.arange(16) % N_SPEAKERS).sum(), rows.max(1).mean()))


for epoch in range(3):
    run_epoch(epoch)
    test()
