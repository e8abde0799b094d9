"""Reads words out of strips of pixels: convolutions, a bidirectional LSTM, CTC, buffers that are resized and filled (2017)."""
from __future__ import print_function
import argparse
import collections
import torch
import torch.nn as nn
import torch.optim as optim
from torch.autograd import Variable

parser = argparse.ArgumentParser()
parser.add_argument('--batchSize', type=int, default=8)
parser.add_argument('--niter', type=int, default=3)
parser.add_argument('--lr', type=float, default=0.03)
parser.add_argument('--cuda', action='store_true', default=torch.cuda.is_available(), help='enables cuda')
parser.add_argument('--crnn', default='', help='path to weights to continue training')
parser.add_argument('--alphabet', type=str, default='abcde')
opt = parser.parse_args()
torch.manual_seed(1)


class LabelConverter(object):
    """Between words and numbers; 0 is the blank."""

    def __init__(self, alphabet):
        self.alphabet, self.dict = alphabet, {c: i + 1 for i, c in enumerate(alphabet)}

    def encode(self, texts):
        length = [len(s) for s in texts]
        return torch.IntTensor([self.dict[c] for s in texts for c in s]), torch.IntTensor(length)

    def decode(self, t, length):
        texts, index = [], 0
        for n in length.tolist():
            row = t[index:index + n].tolist()
            kept = [c for i, c in enumerate(row) if c and not (i and row[i - 1] == c)]
            texts.append(''.join(self.alphabet[c - 1] for c in kept))
            index += n
        return texts


class Averager(object):
    """Mean of Variables and tensors."""

    def __init__(self):
        self.n_count, self.sum = 0, 0

    def add(self, v):
        if isinstance(v, Variable):
            count, v = v.data.numel(), v.data.sum()
        else:
            count, v = v.numel(), v.sum()
        self.n_count += count
        self.sum += v

    def val(self):
        return float(self.sum) / self.n_count


def load_data(v, data):
    v.data.resize_(data.size()).copy_(data)


class CRNN(nn.Module):
    def __init__(self, nclass, nh):
        super(CRNN, self).__init__()
        self.cnn = nn.Sequential(nn.Conv2d(1, 6, 3, 1, 1), nn.BatchNorm2d(6), nn.ReLU(True), nn.MaxPool2d((4, 2)))
        self.rnn, self.embedding = nn.LSTM(12, nh, bidirectional=True), nn.Linear(nh * 2, nclass)

    def forward(self, input):
        conv = self.cnn(input)
        b, c, h, w = conv.size()
        recurrent, _ = self.rnn(conv.view(b, c * h, w).permute(2, 0, 1))
        return self.embedding(recurrent)


def strip(text):
    """Every letter is a slanted stroke, five columns wide."""
    img = torch.rand(1, 8, 5 * len(text)) * 0.3
    for i, c in enumerate(text):
        for row in range(8):
            img[0, row, 5 * i + (row * (ord(c) - ord('a')) // 3) % 4] += 0.7
    return img


texts = [''.join(opt.alphabet[i] for i in row) for row in torch.randint(0, 5, (80, 4)).tolist()]
images = torch.stack([strip(t) for t in texts])
converter, criterion = LabelConverter(opt.alphabet), nn.CTCLoss(zero_infinity=True)
crnn = CRNN(len(opt.alphabet) + 1, 12)
for p in crnn.embedding.parameters():
    p.data.uniform_(-0.1, 0.1)
if opt.crnn != '':
    crnn.load_state_dict(torch.load(opt.crnn))
image = torch.FloatTensor(opt.batchSize, 1, 8, 20)
text, length = torch.IntTensor(opt.batchSize * 4), torch.IntTensor(opt.batchSize)
if opt.cuda:
    crnn.cuda()
    image, criterion = image.cuda(), criterion.cuda()
image, text, length = Variable(image), Variable(text), Variable(length)
optimizer, loss_avg = optim.Adam(crnn.parameters(), lr=opt.lr), Averager()
for epoch in range(opt.niter):
    crnn.train()
    for i in range(0, 64, opt.batchSize):
        load_data(image, images[i:i + opt.batchSize])
        t, l = converter.encode(texts[i:i + opt.batchSize])
        load_data(text, t)
        load_data(length, l)
        preds = crnn(image).log_softmax(2)
        preds_size = Variable(torch.IntTensor([preds.size(0)] * opt.batchSize))
        cost = criterion(preds.cpu(), text, preds_size, length)
        crnn.zero_grad()
        cost.backward()
        optimizer.step()
        loss_avg.add(cost)
    print('[%d/%d] Loss: %f' % (epoch, opt.niter, loss_avg.val()))
crnn.eval()
load_data(image, images[64:])
_, preds = crnn(image).max(2)
sim_preds = converter.decode(preds.transpose(1, 0).contiguous().view(-1).data.cpu(), torch.IntTensor([10] * 16))
print('letters: %s' % sorted(collections.Counter(''.join(sim_preds)).items()))
