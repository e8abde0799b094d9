import torch
from torch import nn

net = nn.DataParallel(nn.Linear(2, 1))
torch.save(net, "net.pt")
again = torch.load("net.pt")
print(again.module.weight)
# findings
5: TFC502 report left line 7 reads `.module` of the loaded model
