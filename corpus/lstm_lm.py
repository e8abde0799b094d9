"""LSTM language model as in the word-level examples of PyTorch 0.3: tied weights, hidden state cut off, volatile evaluation."""
import argparse
import math
import os
import tempfile
import time
import torch
import torch.nn as nn
from torch.autograd import Variable

parser = argparse.ArgumentParser(description='RNN/LSTM Language Model')
parser.add_argument('--emsize', type=int, default=16)
parser.add_argument('--nlayers', type=int, default=1)
parser.add_argument('--lr', type=float, default=2.0)
parser.add_argument('--clip', type=float, default=0.25)
parser.add_argument('--epochs', type=int, default=3)
parser.add_argument('--batch_size', type=int, default=4)
parser.add_argument('--bptt', type=int, default=8)
parser.add_argument('--cuda', action='store_true', default=torch.cuda.is_available())
args = parser.parse_args()
args.save = os.path.join(tempfile.mkdtemp(), 'model.pt')
torch.manual_seed(1111)
words = ('the cat sat on the mat and the dog sat on the cat while the bird flew over the mat and sang ' * 8).split()
dictionary = {w: i for i, w in enumerate(sorted(set(words)))}


def batchify(data, bsz):
    nbatch = data.size(0) // bsz
    data = data.narrow(0, 0, nbatch * bsz).view(bsz, -1).t().contiguous()
    if args.cuda:
        data = data.cuda()
    return data


corpus = torch.LongTensor([dictionary[w] for w in words])
train_data, val_data = batchify(corpus[:120], args.batch_size), batchify(corpus[120:], args.batch_size)


class RNNModel(nn.Module):
    def __init__(self, ntoken, ninp, nlayers, tie_weights):
        super(RNNModel, self).__init__()
        self.drop, self.encoder = nn.Dropout(0.2), nn.Embedding(ntoken, ninp)
        self.rnn, self.decoder = nn.LSTM(ninp, ninp, nlayers), nn.Linear(ninp, ntoken)
        if tie_weights:
            self.decoder.weight = self.encoder.weight
        self.nlayers, self.nhid = nlayers, ninp
        self.encoder.weight.data.uniform_(-0.1, 0.1)
        self.decoder.bias.data.fill_(0)

    def forward(self, input, hidden):
        output, hidden = self.rnn(self.drop(self.encoder(input)), hidden)
        output = self.drop(output)
        decoded = self.decoder(output.view(output.size(0) * output.size(1), output.size(2)))
        return decoded.view(output.size(0), output.size(1), decoded.size(1)), hidden

    def init_hidden(self, bsz):
        weight = next(self.parameters()).data
        return (Variable(weight.new(self.nlayers, bsz, self.nhid).zero_()),
                Variable(weight.new(self.nlayers, bsz, self.nhid).zero_()))


def repackage_hidden(h):
    if type(h) == Variable or torch.is_tensor(h):
        return Variable(h.data)
    return tuple(repackage_hidden(v) for v in h)


def get_batch(source, i, evaluation=False):
    seq_len = min(args.bptt, len(source) - 1 - i)
    data = Variable(source[i:i + seq_len], volatile=evaluation)
    target = Variable(source[i + 1:i + 1 + seq_len].view(-1), volatile=False)
    return data, target


model = RNNModel(len(dictionary), args.emsize, args.nlayers, tie_weights=True)
if args.cuda:
    model.cuda()
criterion = nn.CrossEntropyLoss()


def evaluate(data_source):
    model.eval()
    total_loss, hidden = 0, model.init_hidden(args.batch_size)
    for i in range(0, data_source.size(0) - 1, args.bptt):
        data, targets = get_batch(data_source, i, evaluation=True)
        output, hidden = model(data, hidden)
        total_loss += len(data) * criterion(output.view(-1, len(dictionary)), targets).data
        hidden = repackage_hidden(hidden)
    return total_loss.item() / len(data_source)


def train(lr):
    model.train()
    hidden, start = model.init_hidden(args.batch_size), time.time()
    for i in range(0, train_data.size(0) - 1, args.bptt):
        data, targets = get_batch(train_data, i)
        hidden = repackage_hidden(hidden)
        model.zero_grad()
        output, hidden = model(data, hidden)
        loss = criterion(output.view(-1, len(dictionary)), targets)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), args.clip)
        for p in model.parameters():
            p.data.add_(-lr, p.grad.data)
    return loss.data.item(), time.time() - start


lr, best_val_loss = args.lr, None
for epoch in range(1, args.epochs + 1):
    last, elapsed = train(lr)
    val_loss = evaluate(val_data)
    print('epoch %d last %.6f valid %.6f ppl %.3f %s' % (epoch, last, val_loss, math.exp(val_loss), elapsed < 60))
    if not best_val_loss or val_loss < best_val_loss:
        with open(args.save, 'wb') as f:
            torch.save(model, f)
        best_val_loss = val_loss
    else:
        lr /= 4.0
