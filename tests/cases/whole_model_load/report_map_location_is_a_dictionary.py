import torch
from torch import nn

net = nn.Linear(3, 1)
torch.save(net, "net.pt")
best = torch.load("net.pt", map_location={"cuda:1": "cuda:0"})
# findings
6: TFC503 report left where `map_location={"cuda:1": "cuda:0"}` puts the model
