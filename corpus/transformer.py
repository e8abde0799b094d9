"""Encoder of torch.nn with a padding mask, sentences of different lengths: counts the words of a class (PyTorch 1.2 style)."""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(3)
PAD, N_WORDS, D_MODEL = 0, 20, 16
device = torch.device('cuda')


class PositionalEncoding(nn.Module):
    def __init__(self, d_model, dropout=0.1, max_len=50):
        super(PositionalEncoding, self).__init__()
        self.dropout = nn.Dropout(p=dropout)
        pe = torch.zeros(max_len, d_model)
        position = torch.arange(0, max_len, dtype=torch.float).unsqueeze(1)
        div_term = torch.exp(torch.arange(0, d_model, 2).float() * (-math.log(10000.0) / d_model))
        pe[:, 0::2] = torch.sin(position * div_term)
        pe[:, 1::2] = torch.cos(position * div_term)
        self.register_buffer('pe', pe.unsqueeze(0))

    def forward(self, x):
        return self.dropout(x + self.pe[:, :x.size(1)])


class Tagger(nn.Module):
    """Two heads: one looks at the sentence, the other at every word."""

    def __init__(self, n_words, d_model, nhead=2, nlayers=2):
        super(Tagger, self).__init__()
        self.embed = nn.Embedding(n_words, d_model, padding_idx=PAD)
        self.pos = PositionalEncoding(d_model)
        layer = nn.TransformerEncoderLayer(d_model, nhead, 32, dropout=0.1, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, nlayers, enable_nested_tensor=False)
        self.count = nn.Linear(d_model, 4)
        self.d_model = d_model
        self.init_weights()

    def init_weights(self):
        initrange = 0.1
        self.embed.weight.data.uniform_(-initrange, initrange)
        self.embed.weight.data[PAD].zero_()
        self.count.bias.data.zero_()
        self.count.weight.data.uniform_(-initrange, initrange)

    def forward(self, src):
        mask = src == PAD
        h = self.encoder(self.pos(self.embed(src) * math.sqrt(self.d_model)), src_key_padding_mask=mask)
        h = h.masked_fill(mask.unsqueeze(2), 0.0)
        return self.count(h.sum(1) / (~mask).sum(1, keepdim=True).float())


def sentences(n):
    batch = torch.randint(1, N_WORDS, (n, 12))
    lengths = torch.randint(5, 13, (n,))
    for row, length in zip(batch, lengths.tolist()):
        row[length:] = PAD
    return batch, ((batch > 15).sum(1) > 1).long() + ((batch > 15).sum(1) > 3).long()


model = Tagger(N_WORDS, D_MODEL).to(device)
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1.0, gamma=0.9)


def train(epoch):
    model.train()
    total_loss = 0.
    src, tgt = sentences(96)
    for i in range(0, 96, 24):
        data, targets = src[i:i + 24].cuda(), tgt[i:i + 24].cuda()
        optimizer.zero_grad()
        loss = F.cross_entropy(model(data), targets)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 0.5)
        optimizer.step()
        total_loss += loss.data.item()
    scheduler.step()
    print('epoch %d loss %.6f lr %.5f' % (epoch, total_loss / 4, scheduler.get_last_lr()[0]))


def evaluate(src, tgt):
    # without gradients the encoder of torch.nn takes another way through padded places
    model.eval()
    right, total_loss = 0, 0.
    for i in range(0, len(src), 16):
        data, targets = src[i:i + 16].cuda(), tgt[i:i + 16].cuda()
        output = model(data)
        total_loss += F.cross_entropy(output, targets).item() * len(data)
        right += (output.argmax(1) == targets).sum().item()
    return total_loss / len(src), right


val_src, val_tgt = sentences(48)
for epoch in range(3):
    train(epoch)
    print('valid %.5f, %d right' % evaluate(val_src, val_tgt))
