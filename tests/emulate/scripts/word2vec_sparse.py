"""Word vectors with sparse gradients and their optimizer."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

np.random.seed(0)
torch.manual_seed(0)


class SkipGram(nn.Module):
    def __init__(self, v=40, d=8):
        super().__init__()
        self.u = nn.Embedding(v, d, sparse=True)
        self.v = nn.Embedding(v, d, sparse=True)
        self.u.weight.data.uniform_(-0.5 / d, 0.5 / d)
        self.v.weight.data.uniform_(-0, 0)

    def forward(self, a, b, n):
        u, v, w = self.u(a), self.v(b), self.v(n)
        s = F.logsigmoid(torch.sum(u * v, 1))
        t = F.logsigmoid(-torch.bmm(w, u.unsqueeze(2)).squeeze(2)).sum(1)
        return -(s + t).mean()


m = SkipGram()
if torch.cuda.is_available():
    m.cuda()
opt = torch.optim.SparseAdam(list(m.parameters()), lr=0.05)
for i in range(5):
    a, b, n = (torch.LongTensor(np.random.randint(0, 40, s)) for s in ((16,), (16,), (16, 3)))
    if torch.cuda.is_available():
        a, b, n = a.cuda(), b.cuda(), n.cuda()
    opt.zero_grad()
    loss = m(a, b, n)
    loss.backward()
    opt.step()
    print(i, loss.item())
print(m.u.weight.cpu().data.numpy().std())
bag = nn.EmbeddingBag(10, 4, mode="mean").cuda()
o = bag(torch.LongTensor([1, 2, 4, 5]).cuda(), torch.LongTensor([0, 2]).cuda())
o.sum().backward()
print(bag.weight.grad.sum().item())
