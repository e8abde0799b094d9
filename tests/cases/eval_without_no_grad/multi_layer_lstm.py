import torch
from torch import nn

rnn = nn.LSTM(4, 8, num_layers=2)
rnn.eval()
out, (h, c) = rnn(x)
print(out.mean().item())
# output
import torch
from torch import nn

rnn = nn.LSTM(4, 8, num_layers=2)
rnn.eval()
with torch.no_grad():
    out, (h, c) = rnn(x)
    print(out.mean().item())
