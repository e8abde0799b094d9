"""Sorts sentences with a recurrent net, in the dialect of PyTorch 0.3: Variables everywhere, volatile ones for validation."""
from __future__ import print_function
# -*- coding: utf-8 -*-
import random
import sys
import time

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Variable
from torch.optim import Adam

EMBED_SIZE, HIDDEN_SIZE, BATCH_SIZE, EPOCH = 12, 16, 8, 3
USE_CUDA = torch.cuda.is_available()
random.seed(1024)
torch.manual_seed(1024)
FLOAT = torch.cuda.FloatTensor if USE_CUDA else torch.FloatTensor
LONG = torch.cuda.LongTensor if USE_CUDA else torch.LongTensor

GOOD = 'fine lovely warm bright kind sweet'.split()
BAD = 'grim cold rude stale dull bitter'.split()
FILL = 'the film was a very and quite with its in'.split()
word2index = {w: i for i, w in enumerate(['<PAD>'] + GOOD + BAD + FILL)}


def sentence(label):
    words = random.sample(FILL, 4) + [random.choice(GOOD if label else BAD)]
    random.shuffle(words)
    return words


def prepare_sequence(seq):
    idxs = list(map(lambda w: word2index[w], seq))
    return Variable(LONG(idxs))


def get_batch(batch_size, data):
    random.shuffle(data)
    for sindex in range(0, len(data), batch_size):
        yield data[sindex:sindex + batch_size]


class RNNSentiment(nn.Module):
    def __init__(self, vocab_size, hidden_size):
        super(RNNSentiment, self).__init__()
        self.embedding = nn.Embedding(vocab_size, EMBED_SIZE)
        self.rnn = nn.GRU(EMBED_SIZE, hidden_size, batch_first=True)
        self.drop = nn.Dropout(0.3)
        self.out = nn.Linear(hidden_size, 2)
        self.hidden_size = hidden_size

    def init_hidden(self, size):
        hidden = Variable(torch.zeros(1, size, self.hidden_size))
        return hidden.cuda() if USE_CUDA else hidden

    def init_weight(self):
        self.embedding.weight.data.uniform_(-0.3, 0.3)
        self.out.weight.data.normal_(0, 0.1)

    def forward(self, inputs):
        output, hidden = self.rnn(self.embedding(inputs), self.init_hidden(inputs.size(0)))
        return self.out(self.drop(hidden.squeeze(0)))


train_data = [(sentence(i % 2), i % 2) for i in range(96)]
test_data = [(sentence(i % 2), i % 2) for i in range(40)]
model = RNNSentiment(len(word2index), HIDDEN_SIZE)
model.init_weight()
if USE_CUDA:
    model = model.cuda()
loss_function = nn.CrossEntropyLoss()
optimizer = Adam(model.parameters(), lr=0.02)


def validate():
    model.eval()
    total, hits = 0, 0
    for i in range(0, len(test_data), 20):
        words, labels = zip(*test_data[i:i + 20])
        inputs = Variable(torch.LongTensor([[word2index[w] for w in s] for s in words]), volatile=True)
        targets = Variable(torch.LongTensor(list(labels)), False, True)
        if USE_CUDA:
            inputs, targets = inputs.cuda(), targets.cuda()
        preds = model(inputs)
        total += loss_function(preds, targets).data[0]
        hits += (preds.data.max(1)[1] == targets.data).sum().item()
    return total / 2, hits


start = time.time()
for epoch in range(EPOCH):
    model.train()
    losses = []
    for batch in get_batch(BATCH_SIZE, train_data):
        inputs = torch.stack([prepare_sequence(words) for words, _ in batch])
        targets = Variable(LONG([label for _, label in batch]))
        model.zero_grad()
        loss = loss_function(model(inputs), targets)
        losses.append(loss.data[0])
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimizer.step()
    print("[%d/%d] mean_loss : %.5f" % (epoch, EPOCH, sum(losses) / len(losses)))
    print("valid : %.5f, %d of %d" % (validate() + (len(test_data),)))
if time.time() - start > 60:
    sys.exit('slow')
weight = Variable(FLOAT(2).fill_(0.5))
probability = F.softmax(model(prepare_sequence('the film was very sweet'.split()).unsqueeze(0)), dim=1)
print('a kind word: %.6f' % (probability * weight).data.sum())
