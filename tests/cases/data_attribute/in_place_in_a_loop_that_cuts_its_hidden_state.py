import torch
from torch import nn

rnn, head = nn.LSTM(3, 3), nn.Linear(3, 1)


def cut(h):
    if isinstance(h, torch.Tensor):
        return h.detach()
    return tuple(cut(v) for v in h)


hidden = (torch.zeros(1, 1, 3), torch.zeros(1, 1, 3))
for x in torch.ones(4, 2, 1, 3):
    hidden = cut(hidden)
    output, hidden = rnn(x, hidden)
    loss = head(output).sum()
    loss.backward()
    for p in rnn.parameters():
        p.data.add_(p.grad.data, alpha=-0.1)
# output
import torch
from torch import nn

rnn, head = nn.LSTM(3, 3), nn.Linear(3, 1)


def cut(h):
    if isinstance(h, torch.Tensor):
        return h.detach()
    return tuple(cut(v) for v in h)


hidden = (torch.zeros(1, 1, 3), torch.zeros(1, 1, 3))
for x in torch.ones(4, 2, 1, 3):
    hidden = cut(hidden)
    output, hidden = rnn(x, hidden)
    loss = head(output).sum()
    loss.backward()
    for p in rnn.parameters():
        p.detach().add_(p.grad, alpha=-0.1)
