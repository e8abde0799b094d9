"""Character language model of 2017: hidden state repackaged between batches, gradient descent by hand on `p.data`."""
import argparse
import math
import torch
import torch.nn as nn
from torch.autograd import Variable

parser = argparse.ArgumentParser(description='Character-level RNN language model')
parser.add_argument('--model', type=str, default='LSTM', help='LSTM or GRU')
parser.add_argument('--nhid', type=int, default=24)
parser.add_argument('--nlayers', type=int, default=2)
parser.add_argument('--lr', type=float, default=2.0)
parser.add_argument('--clip', type=float, default=0.25, help='largest norm of the gradient')
parser.add_argument('--epochs', type=int, default=2)
parser.add_argument('--batch-size', type=int, default=4)
parser.add_argument('--bptt', type=int, default=20)
parser.add_argument('--seed', type=int, default=1111)
parser.add_argument('--cuda', action='store_true', help='use CUDA')
parser.add_argument('--save', type=str, default='char_rnn.pt')
args = parser.parse_args()

torch.manual_seed(args.seed)
if torch.cuda.is_available():
    if not args.cuda:
        print("there is a GPU here, --cuda would use it")
    else:
        torch.cuda.manual_seed(args.seed)

text = "the quick brown fox jumps over the lazy dog. " * 24
chars = sorted(set(text))
ids = torch.LongTensor([chars.index(c) for c in text])


def columns(data, bsz):
    rows = data.size(0) // bsz
    data = data[:rows * bsz].view(bsz, rows).t().contiguous()
    if args.cuda:
        data = data.cuda()
    return data


train_data = columns(ids[:800], args.batch_size)
val_data = columns(ids[800:], args.batch_size)


class CharModel(nn.Module):
    def __init__(self, rnn_type, ntoken, nhid, nlayers):
        super(CharModel, self).__init__()
        self.encoder = nn.Embedding(ntoken, nhid)
        self.rnn = getattr(nn, rnn_type)(nhid, nhid, nlayers)
        self.decoder = nn.Linear(nhid, ntoken)
        self.init_weights()
        self.rnn_type, self.nhid, self.nlayers = rnn_type, nhid, nlayers

    def init_weights(self):
        initrange = 0.1
        self.encoder.weight.data.uniform_(-initrange, initrange)
        self.decoder.bias.data.fill_(0)
        self.decoder.weight.data.uniform_(-initrange, initrange)

    def forward(self, input, hidden):
        output, hidden = self.rnn(self.encoder(input), hidden)
        decoded = self.decoder(output.view(output.size(0) * output.size(1), output.size(2)))
        return decoded.view(output.size(0), output.size(1), decoded.size(1)), hidden

    def init_hidden(self, bsz):
        weight = next(self.parameters()).data
        if self.rnn_type == 'LSTM':
            return (Variable(weight.new(self.nlayers, bsz, self.nhid).zero_()),
                    Variable(weight.new(self.nlayers, bsz, self.nhid).zero_()))
        return Variable(weight.new(self.nlayers, bsz, self.nhid).zero_())


def repackage_hidden(h):
    """The same numbers, cut off from the batches before."""
    if isinstance(h, torch.Tensor):
        return Variable(h.data)
    return tuple(repackage_hidden(v) for v in h)


def get_batch(source, i):
    seq_len = min(args.bptt, len(source) - 1 - i)
    return Variable(source[i:i + seq_len]), Variable(source[i + 1:i + 1 + seq_len].view(-1))


model = CharModel(args.model, len(chars), args.nhid, args.nlayers)
if args.cuda:
    model.cuda()
criterion = nn.CrossEntropyLoss()


def evaluate(source):
    model.eval()
    total_loss = 0
    hidden = model.init_hidden(args.batch_size)
    for i in range(0, source.size(0) - 1, args.bptt):
        data, targets = get_batch(source, i)
        output, hidden = model(data, hidden)
        total_loss += len(data) * criterion(output.view(-1, len(chars)), targets).data
        hidden = repackage_hidden(hidden)
    return float(total_loss) / len(source)


for epoch in range(1, args.epochs + 1):
    model.train()
    hidden = model.init_hidden(args.batch_size)
    for i in range(0, train_data.size(0) - 1, args.bptt):
        data, targets = get_batch(train_data, i)
        hidden = repackage_hidden(hidden)
        model.zero_grad()
        output, hidden = model(data, hidden)
        loss = criterion(output.view(-1, len(chars)), targets)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), args.clip)
        for p in model.parameters():
            p.data.add_(-args.lr, p.grad.data)
    val_loss = evaluate(val_data)
    print('epoch {} valid loss {:.6f} perplexity {:.4f}'.format(epoch, val_loss, math.exp(val_loss)))
