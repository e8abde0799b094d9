"""Text recognition: convolution, bidirectional LSTM, CTC loss, and the three recurrent cells."""

import torch
import torch.nn as nn

torch.manual_seed(14)


class CRNN(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = nn.Sequential(
            nn.Conv2d(1, 8, 3, padding=1), nn.ReLU(True), nn.MaxPool2d((2, 2), (2, 1), (0, 1)), nn.BatchNorm2d(8)
        )
        self.r = nn.LSTM(8 * 4, 12, bidirectional=True)
        self.o = nn.Linear(24, 6)

    def forward(self, x):
        c = self.c(x)
        b, ch, h, w = c.size()
        c = c.view(b, ch * h, w).permute(2, 0, 1)
        r, _ = self.r(c)
        T, b, h = r.size()
        return self.o(r.view(T * b, h)).view(T, b, -1)


net = CRNN()
crit = nn.CTCLoss(zero_infinity=True)
net.cuda()
crit = crit.cuda()
opt = torch.optim.Adadelta(net.parameters(), lr=1.0)
x = torch.rand(3, 1, 8, 12).cuda()
txt = torch.IntTensor([1, 2, 3, 2, 4, 5, 1])
lens = torch.IntTensor([3, 2, 2])
for i in range(4):
    p = net(x).log_softmax(2)
    pl = torch.IntTensor([p.size(0)] * 3)
    loss = crit(p, txt.cuda(), pl, lens) / 3
    net.zero_grad()
    loss.backward()
    opt.step()
    print(i, loss.item())
_, pr = p.max(2)
print(pr.transpose(1, 0).contiguous().view(-1).data.cpu().tolist()[:10])
cell = nn.LSTMCell(4, 5).cuda()
g = nn.GRUCell(4, 5).cuda()
rn = nn.RNNCell(4, 5).cuda()
z = torch.randn(2, 4).cuda()
h, c = cell(z)
k = g(z, h)
k = rn(z, k)
(k.sum() + c.sum()).backward()
print(k.sum().item(), cell.weight_ih.grad.sum().item(), g.bias_hh.grad.sum().item())
