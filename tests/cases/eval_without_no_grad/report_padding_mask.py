import torch
from torch import nn

net = nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2), 2)
net.eval()
out = net(x, src_key_padding_mask=mask)
print(out.argmax(-1).tolist())
