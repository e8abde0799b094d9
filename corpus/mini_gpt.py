"""A small GPT in one file with its settings at the top, as people write it since PyTorch 2.0."""
import math
import os
import pickle
import tempfile
from contextlib import nullcontext
from dataclasses import dataclass

import torch
import torch.nn as nn
from torch.nn import functional as F

# settings
out_dir = tempfile.mkdtemp()
eval_interval, eval_iters = 6, 3
init_from = 'scratch'  # 'scratch' or 'resume'
batch_size, block_size = 6, 16
learning_rate, max_iters = 1e-2, 12
device = 'cuda'  # 'cpu', 'cuda', 'cuda:0', 'cuda:1'
dtype = 'float32'
seed_offset = 0

torch.manual_seed(1337 + seed_offset)
torch.backends.cuda.matmul.allow_tf32 = True
device_type = 'cuda' if 'cuda' in device else 'cpu'  # for autocast
ptdtype = {'float32': torch.float32, 'bfloat16': torch.bfloat16}[dtype]
ctx = nullcontext() if dtype == 'float32' else torch.amp.autocast(device_type=device_type, dtype=ptdtype)

text = 'to be or not to be that is the question whether it is nobler to suffer or to take arms ' * 6
chars = sorted(set(text))
with open(os.path.join(out_dir, 'meta.pkl'), 'wb') as f:
    pickle.dump({'vocab_size': len(chars), 'itos': dict(enumerate(chars))}, f)
data = torch.tensor([chars.index(c) for c in text])
splits = {'train': data[:400], 'val': data[400:]}


def get_batch(split):
    d = splits[split]
    ix = torch.randint(len(d) - block_size, (batch_size,))
    x = torch.stack([d[i:i + block_size] for i in ix])
    y = torch.stack([d[i + 1:i + 1 + block_size] for i in ix])
    if device_type == 'cuda':
        # pinned, so that the copy can run alongside
        x, y = x.pin_memory().to(device, non_blocking=True), y.pin_memory().to(device, non_blocking=True)
    else:
        x, y = x.to(device), y.to(device)
    return x, y


@dataclass
class GPTConfig:
    vocab_size: int = 32
    n_head: int = 2
    n_embd: int = 16
    dropout: float = 0.0


class Block(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.ln_1, self.ln_2 = nn.LayerNorm(c.n_embd), nn.LayerNorm(c.n_embd)
        self.c_attn, self.c_proj = nn.Linear(c.n_embd, 3 * c.n_embd), nn.Linear(c.n_embd, c.n_embd)
        self.mlp = nn.Sequential(nn.Linear(c.n_embd, 4 * c.n_embd), nn.GELU(), nn.Linear(4 * c.n_embd, c.n_embd))
        self.n_head = c.n_head

    def forward(self, x):
        B, T, C = x.size()
        q, k, v = (t.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
                   for t in self.c_attn(self.ln_1(x)).split(C, dim=2))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).contiguous().view(B, T, C)
        x = x + self.c_proj(y)
        return x + self.mlp(self.ln_2(x))


class GPT(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.wte, self.wpe = nn.Embedding(c.vocab_size, c.n_embd), nn.Embedding(block_size, c.n_embd)
        self.h = nn.ModuleList([Block(c) for _ in range(2)])
        self.lm_head = nn.Linear(c.n_embd, c.vocab_size, bias=False)
        self.wte.weight = self.lm_head.weight
        for name, p in self.named_parameters():
            if name.endswith('c_proj.weight'):
                p.data.normal_(mean=0.0, std=0.02 / math.sqrt(4))

    def forward(self, idx, targets=None):
        x = self.wte(idx) + self.wpe(torch.arange(idx.size(1), device=idx.device))
        for block in self.h:
            x = block(x)
        logits = self.lm_head(x)
        return logits, None if targets is None else F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1))


model = GPT(GPTConfig(vocab_size=len(chars)))
if init_from == 'resume':
    model.load_state_dict(torch.load(os.path.join(out_dir, 'ckpt.pt'), map_location=device)['model'])
model.to(device)
optimizer = torch.optim.AdamW(model.parameters(), lr=learning_rate, betas=(0.9, 0.95))


@torch.no_grad()
def estimate_loss():
    model.eval()
    out = {split: sum(model(*get_batch(split))[1].item() for _ in range(eval_iters)) / eval_iters for split in splits}
    model.train()
    return out


for iter_num in range(max_iters):
    if iter_num % eval_interval == 0:
        losses = estimate_loss()
        print(f"step {iter_num}: train loss {losses['train']:.5f}, val loss {losses['val']:.5f}")
    with ctx:
        logits, loss = model(*get_batch('train'))
    loss.backward()
    optimizer.step()
    optimizer.zero_grad(set_to_none=True)
print(f"last: {loss.item():.5f}, device type {device_type == torch.device(device).type}")
