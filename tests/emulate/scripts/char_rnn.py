"""A character model: LSTM with carried hidden state, gradient clipping, sampling."""

import torch
import torch.nn as nn

torch.manual_seed(7)
torch.cuda.manual_seed_all(7)
text = "the quick brown fox jumps over the lazy dog. " * 8
chars = sorted(set(text))
idx = {c: i for i, c in enumerate(chars)}
ids = torch.LongTensor([idx[c] for c in text])


class CharRNN(nn.Module):
    def __init__(self, n, h=24, layers=2):
        super().__init__()
        self.h, self.layers = h, layers
        self.enc = nn.Embedding(n, h)
        self.rnn = nn.LSTM(h, h, layers, dropout=0.2)
        self.dec = nn.Linear(h, n)

    def forward(self, x, hid):
        o, hid = self.rnn(self.enc(x), hid)
        return self.dec(o.view(-1, self.h)), hid

    def init_hidden(self, b):
        w = next(self.parameters()).data
        return (w.new(self.layers, b, self.h).zero_(), w.new(self.layers, b, self.h).zero_())


m = CharRNN(len(chars)).cuda()
opt = torch.optim.Adam(m.parameters(), 0.01)
crit = nn.CrossEntropyLoss().cuda()
hid = m.init_hidden(4)
batch = ids[: 4 * 80].view(4, 80).t().contiguous().cuda()
for step in range(6):
    x, y = batch[step * 12 : (step + 1) * 12], batch[step * 12 + 1 : (step + 1) * 12 + 1]
    hid = tuple(h.detach() for h in hid)
    m.zero_grad()
    out, hid = m(x, hid)
    loss = crit(out, y.reshape(-1))
    loss.backward()
    g = torch.nn.utils.clip_grad_norm_(m.parameters(), 1.0)
    opt.step()
    print("step", step, "loss", loss.item(), "gnorm", float(g))
m.eval()
hid = m.init_hidden(1)
inp = torch.LongTensor([[0]]).cuda()
s = []
with torch.no_grad():
    for _ in range(12):
        o, hid = m(inp, hid)
        p = torch.softmax(o[-1] / 0.8, 0).cpu()
        k = torch.multinomial(p, 1)[0].item()
        s.append(k)
        inp.fill_(k)
print(s)
