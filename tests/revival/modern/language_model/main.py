# coding: utf-8
import argparse
import math
import os
import torch
import torch.nn as nn

import data
import model

parser = argparse.ArgumentParser(description='RNN/LSTM Language Model')
parser.add_argument('--data', type=str, default='./text')
parser.add_argument('--model', type=str, default='GRU')
parser.add_argument('--emsize', type=int, default=8)
parser.add_argument('--nhid', type=int, default=8)
parser.add_argument('--lr', type=float, default=2)
parser.add_argument('--clip', type=float, default=0.25)
parser.add_argument('--epochs', type=int, default=2)
parser.add_argument('--batch_size', type=int, default=4, metavar='N')
parser.add_argument('--bptt', type=int, default=6)
parser.add_argument('--seed', type=int, default=1111)
parser.add_argument('--cuda', type=bool, default=True, help='use CUDA')
parser.add_argument('--save', type=str, default='model.pt')
args = parser.parse_args()
torch.manual_seed(args.seed)
if not os.path.exists(args.data):
    os.makedirs(args.data)
    for name, times in (('train.txt', 6), ('valid.txt', 2)):
        with open(os.path.join(args.data, name), 'w') as out:
            out.write('the old man and the sea\nthe sea was calm and the man was old\n' * times)

corpus = data.Corpus(args.data)


def batchify(data, bsz):
    nbatch = data.size(0) // bsz
    data = data.narrow(0, 0, nbatch * bsz)
    data = data.view(bsz, -1).t().contiguous()
    return data


train_data = batchify(corpus.train, args.batch_size)
val_data = batchify(corpus.valid, args.batch_size)
ntokens = len(corpus.dictionary)
net = model.RNNModel(args.model, ntokens, args.emsize, args.nhid, 1, dropout=0)
criterion = nn.CrossEntropyLoss()


def repackage_hidden(h):
    """Wraps hidden states in new Variables, to detach them from their history."""
    if isinstance(h, torch.Tensor):
        return h.detach()
    else:
        return tuple(repackage_hidden(v) for v in h)


def get_batch(source, i, evaluation=False):
    seq_len = min(args.bptt, len(source) - 1 - i)
    data = source[i:i + seq_len]
    target = source[i + 1:i + 1 + seq_len].view(-1)
    return data, target


def evaluate(data_source):
    net.eval()
    total_loss = 0
    hidden = net.init_hidden(args.batch_size)
    for i in range(0, data_source.size(0) - 1, args.bptt):
        data, targets = get_batch(data_source, i, evaluation=True)
        output, hidden = net(data, hidden)
        output_flat = output.view(-1, ntokens)
        total_loss += len(data) * criterion(output_flat, targets).data
        hidden = repackage_hidden(hidden)
    return total_loss.item() / len(data_source)


def train():
    net.train()
    total_loss = 0
    hidden = net.init_hidden(args.batch_size)
    for batch, i in enumerate(range(0, train_data.size(0) - 1, args.bptt)):
        data, targets = get_batch(train_data, i)
        hidden = repackage_hidden(hidden)
        net.zero_grad()
        output, hidden = net(data, hidden)
        loss = criterion(output.view(-1, ntokens), targets)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), args.clip)
        for p in net.parameters():
            p.data.add_(p.grad.data, alpha=-args.lr)
        total_loss += loss.data
    cur_loss = total_loss.item() / (batch + 1)
    print('| {:5d} batches | loss {:5.3f} | ppl {:8.2f}'.format(batch + 1, cur_loss, math.exp(cur_loss)))


for epoch in range(1, args.epochs + 1):
    train()
    val_loss = evaluate(val_data)
    print('| end of epoch {:3d} | valid loss {:5.3f}'.format(epoch, val_loss))
    with open(args.save, 'wb') as f:
        torch.save(net.state_dict(), f)
