import torch

import train
from models import Net

net = Net()
try:
    net = torch.load("net.pt")
except FileNotFoundError:
    print("no trained model")
net = train.fit(net)
list(net.parameters())
torch.save(net, "net.pt")
# findings
8: TFC503 report left what `fit(..)` on line 11 makes of the model is not in sight
