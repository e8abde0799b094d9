"""Graph attention with dense adjacency."""

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(72)
torch.cuda.manual_seed(72)


class GATLayer(nn.Module):
    def __init__(self, i, o):
        super().__init__()
        self.W = nn.Parameter(torch.zeros(size=(i, o)))
        nn.init.xavier_uniform_(self.W.data, gain=1.414)
        self.a = nn.Parameter(torch.zeros(size=(2 * o, 1)))
        nn.init.xavier_uniform_(self.a.data, gain=1.414)
        self.o = o

    def forward(self, x, adj):
        h = torch.mm(x, self.W)
        N = h.size()[0]
        ai = torch.cat([h.repeat(1, N).view(N * N, -1), h.repeat(N, 1)], dim=1).view(N, -1, 2 * self.o)
        e = F.leaky_relu(torch.matmul(ai, self.a).squeeze(2), 0.2)
        att = torch.where(adj > 0, e, -9e15 * torch.ones_like(e))
        return F.elu(torch.matmul(F.dropout(F.softmax(att, dim=1), 0.2, training=self.training), h))


class GAT(nn.Module):
    def __init__(self):
        super().__init__()
        self.att = [GATLayer(8, 4) for _ in range(2)]
        for i, a in enumerate(self.att):
            self.add_module("a{}".format(i), a)
        self.out = GATLayer(8, 3)

    def forward(self, x, adj):
        return F.log_softmax(self.out(torch.cat([a(x, adj) for a in self.att], 1), adj), dim=1)


x = torch.rand(14, 8)
adj = (torch.rand(14, 14) > 0.6).float() + torch.eye(14)
y = torch.randint(0, 3, (14,))
model = GAT()
idx = torch.LongTensor(range(8))
model.cuda()
x, adj, y, idx = x.cuda(), adj.cuda(), y.cuda(), idx.cuda()
opt = torch.optim.Adam(model.parameters(), lr=0.02, weight_decay=5e-4)
for e in range(5):
    model.train()
    opt.zero_grad()
    out = model(x, adj)
    loss = F.nll_loss(out[idx], y[idx])
    loss.backward()
    opt.step()
    model.eval()
    out = model(x, adj)
    acc = out[8:].max(1)[1].type_as(y).eq(y[8:]).double().sum() / 6
    print(
        "Epoch: {:04d}".format(e + 1),
        "loss_train: {:.5f}".format(loss.data.item()),
        "acc: {:.4f}".format(acc.data.item()),
    )
