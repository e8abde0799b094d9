import torch
from torch import nn

torch.backends.cudnn.benchmark = True

lstm = nn.LSTM(2, 3)
out, (h, c) = lstm(torch.ones(1, 1, 2))
print(out.numpy(), h.numpy(), c[0].numpy())
# output
import torch
from torch import nn

torch.backends.cudnn.benchmark = True

lstm = nn.LSTM(2, 3)
out, (h, c) = lstm(torch.ones(1, 1, 2))
print(out.detach().cpu().numpy(), h.detach().cpu().numpy(), c[0].detach().cpu().numpy())
