import torch
import torch.nn as nn

net = nn.Linear(2, 1)
net = nn.DataParallel(net)
torch.save(net, p)
# findings
6: TFC502 report left nothing in this file loads it
