# flags: --unsafe-fixes
import torch
from torch import nn


class Net(nn.Linear):
    pass


net = Net(2, 1)
torch.save(net.state_dict(), "net.pt")


def predict(x):
    model = torch.load("net.pt")
    model.eval()
    return model(x)
# output
import torch
from torch import nn


class Net(nn.Linear):
    pass


net = Net(2, 1)
torch.save(net.state_dict(), "net.pt")


def predict(x):
    model = Net(2, 1)
    model.load_state_dict(torch.load("net.pt", map_location="cpu"))
    model.eval()
    return model(x)
# findings
14: TFC503 unsafe fixed line 10 saves a state_dict
