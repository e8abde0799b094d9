import torch
from torch.nn import MultiheadAttention

attention = MultiheadAttention(8, 2)
attention.eval()
out, weights = attention(x, x, x)
print(out.mean().item())
