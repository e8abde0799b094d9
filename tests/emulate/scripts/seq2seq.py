"""Translation with packed sequences, attention and teacher forcing by chance."""

import random

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

random.seed(1)
torch.manual_seed(1)
device = torch.device("cuda")


class Enc(nn.Module):
    def __init__(s):
        super().__init__()
        s.e = nn.Embedding(20, 12, padding_idx=0)
        s.g = nn.GRU(12, 12, bidirectional=True)

    def forward(s, x, lens):
        o, h = s.g(pack_padded_sequence(s.e(x), lens))
        o, _ = pad_packed_sequence(o)
        return o[:, :, :12] + o[:, :, 12:], h[:1]


class Dec(nn.Module):
    def __init__(s):
        super().__init__()
        s.e = nn.Embedding(20, 12)
        s.g = nn.GRU(12, 12)
        s.c = nn.Linear(24, 12)
        s.o = nn.Linear(12, 20)

    def forward(s, t, h, enc):
        r, h = s.g(s.e(t), h)
        a = F.softmax(torch.sum(r * enc, dim=2).t(), dim=1).unsqueeze(1)
        c = a.bmm(enc.transpose(0, 1))
        return s.o(torch.tanh(s.c(torch.cat((r.squeeze(0), c.squeeze(1)), 1)))), h


enc, dec = Enc().to(device), Dec().to(device)
oe, od = torch.optim.Adam(enc.parameters(), 1e-2), torch.optim.Adam(dec.parameters(), 1e-2)
lens = torch.tensor([7, 5, 3])
x = torch.zeros(7, 3, dtype=torch.long)
for j, l in enumerate(lens):
    x[:l, j] = torch.randint(2, 20, (int(l),))
mask = x != 0
x = x.to(device)
mask = mask.to(device)
for it in range(5):
    oe.zero_grad()
    od.zero_grad()
    loss = 0
    n = 0
    eo, h = enc(x, lens)
    t = torch.LongTensor([[1] * 3]).to(device)
    tf = random.random() < 0.5
    for k in range(7):
        out, h = dec(t, h, eo)
        nll = -torch.log(torch.gather(F.softmax(out, 1), 1, x[k].view(-1, 1)).squeeze(1))
        loss = loss + nll.masked_select(mask[k]).mean() if mask[k].any() else loss
        n += mask[k].sum().item()
        t = x[k].view(1, -1) if tf else torch.LongTensor([[out.topk(1)[1][i][0] for i in range(3)]]).to(device)
    loss.backward()
    nn.utils.clip_grad_norm_(enc.parameters(), 50.0)
    oe.step()
    od.step()
    print(it, tf, loss.item() / 7, n)
