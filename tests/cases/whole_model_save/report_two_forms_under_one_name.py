import torch
from torch import nn

net = nn.Linear(2, 1)
for epoch in range(3):
    torch.save(net.state_dict(), f"param/{epoch}.t")
    torch.save(net, f"param/{epoch}.t")
# findings
7: TFC502 report left line 6 saves something else under the same name
