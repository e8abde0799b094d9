import torch
from torch import nn


class Net(nn.Module):
    def __getstate__(self):
        return {"weights": self.state_dict()}


net = Net()
torch.save(net, "net.pt")
best = torch.load("net.pt")
# findings
12: TFC503 report left pickles it in its own way
