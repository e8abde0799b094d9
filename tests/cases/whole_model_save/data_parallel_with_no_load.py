# flags: --unsafe-fixes
import torch
import torch.nn as nn

net = nn.Linear(2, 1)
net = nn.DataParallel(net)
torch.save(net, p)
# output
import torch
import torch.nn as nn

net = nn.Linear(2, 1)
net = nn.DataParallel(net)
torch.save(net.module.state_dict(), p)
