from __future__ import division
import math
import torch
import torch.nn as nn
import torch.optim as optim
from model import TreeLess
from vocab import Vocab, pairs

torch.manual_seed(19)
lefts = ['a man plays', 'a dog runs', 'a child eats', 'the sun shines']
rights = ['a man plays', 'a cat runs', 'the man eats', 'a dog eats']
dataset_pairs = pairs(lefts, rights, [5.0, 3.6, 2.4, 1.0])
vocab = Vocab(lefts + rights)
model = TreeLess(vocab.size(), 8, 5)
criterion = nn.KLDivLoss(reduction='sum')
optimizer = optim.Adagrad(model.parameters(), lr=0.1)


def map_label_to_target(label, num_classes):
    target = torch.zeros(1, num_classes)
    ceil = int(math.ceil(label))
    floor = int(math.floor(label))
    if ceil == floor:
        target[0][floor - 1] = 1
    else:
        target[0][floor - 1] = ceil - label
        target[0][ceil - 1] = label - floor
    return target


def train(epoch):
    model.train()
    optimizer.zero_grad()
    loss, k = 0.0, 0
    for left, right, score in dataset_pairs:
        linput, rinput = vocab.convertToIdx(left), vocab.convertToIdx(right)
        target = map_label_to_target(score, 5)
        err = criterion(model(linput, rinput), target)
        loss += err.item()
        (err / 2).backward()
        k += 1
        if k % 2 == 0:
            optimizer.step()
            optimizer.zero_grad()
    return loss / len(dataset_pairs)


def test():
    model.eval()
    loss = 0
    predictions = torch.zeros(len(dataset_pairs))
    indices = torch.arange(1., 6.)
    for idx in range(len(dataset_pairs)):
        left, right, score = dataset_pairs[idx]
        output = model(vocab.convertToIdx(left), vocab.convertToIdx(right))
        output = output.data.squeeze().cpu()
        predictions[idx] = torch.dot(indices, torch.exp(output))
    return predictions


for epoch in range(3):
    print('epoch %d loss %.4f predictions %s' % (
        epoch, train(epoch), ' '.join('%.3f' % p for p in test())))
