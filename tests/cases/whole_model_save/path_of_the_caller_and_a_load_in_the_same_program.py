# flags: --unsafe-fixes
# path: train.py
# other: main.py
#| import torch
#| from train import train
#| train("net.pt")
#| model = torch.load("net.pt")
#| model.eval()
import torch


def train(path):
    net = torch.nn.Linear(2, 1)
    torch.save(net, path)
# output
import torch


def train(path):
    net = torch.nn.Linear(2, 1)
    torch.save(net.state_dict(), path)
# findings
6: TFC502 unsafe fixed main.py line 4 is rewritten with it
