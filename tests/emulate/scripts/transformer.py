"""A language model with a Transformer encoder and a causal mask; attention by itself."""

import math

import torch
import torch.nn as nn

torch.manual_seed(9)
torch.cuda.manual_seed(9)


class PE(nn.Module):
    def __init__(self, d, n=50):
        super().__init__()
        pe = torch.zeros(n, d)
        p = torch.arange(0, n, dtype=torch.float).unsqueeze(1)
        div = torch.exp(torch.arange(0, d, 2).float() * (-math.log(10000.0) / d))
        pe[:, 0::2] = torch.sin(p * div)
        pe[:, 1::2] = torch.cos(p * div)
        self.register_buffer("pe", pe.unsqueeze(0).transpose(0, 1))

    def forward(self, x):
        return x + self.pe[: x.size(0), :]


class LM(nn.Module):
    def __init__(self, v=30, d=16):
        super().__init__()
        self.e = nn.Embedding(v, d)
        self.pe = PE(d)
        self.mask = None
        self.t = nn.TransformerEncoder(nn.TransformerEncoderLayer(d, 2, 32, 0.1), 2)
        self.o = nn.Linear(d, v)
        self.d = d

    def forward(self, x):
        if self.mask is None or self.mask.size(0) != len(x):
            m = (torch.triu(torch.ones(len(x), len(x))) == 1).transpose(0, 1)
            self.mask = m.float().masked_fill(m == 0, float("-inf")).masked_fill(m == 1, 0.0).to(x.device)
        return self.o(self.t(self.pe(self.e(x) * math.sqrt(self.d)), self.mask))


m = LM().cuda()
opt = torch.optim.AdamW(m.parameters(), 3e-3)
data = torch.randint(0, 30, (21, 6)).cuda()
crit = nn.CrossEntropyLoss(label_smoothing=0.1)
for i in range(4):
    m.train()
    opt.zero_grad()
    loss = crit(m(data[:-1]).view(-1, 30), data[1:].reshape(-1))
    loss.backward()
    torch.nn.utils.clip_grad_norm_(m.parameters(), 0.5)
    opt.step()
    print("| step %d | loss %5.4f | ppl %8.3f" % (i, loss.item(), math.exp(loss.item())))
m.eval()
print(m(data[:-1]).sum().item())
with torch.no_grad():
    print("%.4f" % m(data[:-1]).abs().mean().item())
q = torch.randn(2, 2, 5, 8, device="cuda", requires_grad=True)
o = nn.functional.scaled_dot_product_attention(q, q, q, is_causal=True)
o.sum().backward()
print(o.sum().item(), q.grad.abs().sum().item())
