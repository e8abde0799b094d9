"""Attention over padded sentences, with masks of bytes."""
import math
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Variable

PAD = 0
torch.manual_seed(21)


def make_mask(src):
    """Ones where something is to be hidden."""
    return src.eq(PAD)


class Attention(nn.Module):
    def __init__(self, d_model):
        super(Attention, self).__init__()
        self.temper = math.sqrt(d_model)
        self.w = nn.Linear(d_model, d_model, bias=False)

    def forward(self, q, k, v, attn_mask=None):
        attn = torch.bmm(self.w(q), k.transpose(1, 2)) / self.temper
        if attn_mask is not None:
            attn.data.masked_fill_(attn_mask.byte(), -1e9)
        attn = F.softmax(attn, dim=2)
        return torch.bmm(attn, v), attn


class Encoder(nn.Module):
    def __init__(self, n_words, d_model):
        super(Encoder, self).__init__()
        self.embed = nn.Embedding(n_words, d_model, padding_idx=PAD)
        self.attention = Attention(d_model)
        self.out = nn.Linear(d_model, 2)

    def forward(self, src):
        x = self.embed(src)
        pad = src.eq(PAD)
        mask = pad.unsqueeze(1).expand(src.size(0), src.size(1), src.size(1))
        output, attn = self.attention(x, x, x, mask)
        keep = 1 - pad
        summed = (output * keep.float().unsqueeze(2)).sum(1)
        return self.out(summed / keep.float().sum(1, keepdim=True)), attn


src = torch.LongTensor([[3, 5, 2, 0, 0], [4, 4, 1, 6, 0], [7, 1, 0, 0, 0], [2, 6, 5, 3, 1]])
gold = torch.LongTensor([0, 1, 0, 1])
src, gold = Variable(src), Variable(gold)
model = Encoder(8, 6)
crit = nn.CrossEntropyLoss(size_average=False)
optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
for epoch in range(4):
    optimizer.zero_grad()
    pred, attn = model(src)
    loss = crit(pred, gold)
    loss.backward()
    optimizer.step()
    n_correct = pred.data.max(1)[1].eq(gold.data).sum()
    print('epoch %d loss %.4f correct %d' % (epoch, loss.data[0], n_correct))
hidden = attn.data.masked_select(make_mask(src.data).unsqueeze(1).expand_as(attn.data))
print('attention on padding %.4f' % hidden.sum())
lengths = (1 - make_mask(src.data)).long().sum(1)
print('lengths %s' % lengths.tolist())
