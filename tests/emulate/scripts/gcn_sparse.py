"""Graph convolution with a sparse COO adjacency."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

np.random.seed(42)
torch.manual_seed(42)
torch.cuda.manual_seed(42)


def sparse_tensor(a):
    i, j = np.nonzero(a)
    idx = torch.from_numpy(np.vstack((i, j)).astype(np.int64))
    v = torch.from_numpy(a[i, j].astype(np.float32))
    return torch.sparse.FloatTensor(idx, v, torch.Size(a.shape))


class GC(nn.Module):
    def __init__(self, i, o):
        super().__init__()
        self.weight = nn.Parameter(torch.FloatTensor(i, o))
        self.bias = nn.Parameter(torch.FloatTensor(o))
        s = 1.0 / np.sqrt(o)
        self.weight.data.uniform_(-s, s)
        self.bias.data.uniform_(-s, s)

    def forward(self, x, adj):
        return torch.spmm(adj, torch.mm(x, self.weight)) + self.bias


class GCN(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = GC(8, 8)
        self.b = GC(8, 3)

    def forward(self, x, adj):
        return F.log_softmax(self.b(F.relu(self.a(x, adj)), adj), dim=1)


A = (np.random.rand(16, 16) > 0.7).astype(np.float32) + np.eye(16)
A = A / A.sum(1, keepdims=True)
adj = sparse_tensor(A)
x = torch.rand(16, 8)
y = torch.randint(0, 3, (16,))
model = GCN()
model.cuda()
x = x.cuda()
adj = adj.cuda()
y = y.cuda()
opt = torch.optim.Adam(model.parameters(), lr=0.01, weight_decay=5e-4)
for e in range(4):
    opt.zero_grad()
    loss = F.nll_loss(model(x, adj), y)
    loss.backward()
    opt.step()
    print(e, loss.item())
