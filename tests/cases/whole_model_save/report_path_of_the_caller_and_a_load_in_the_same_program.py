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
# findings
6: TFC502 report left main.py line 4 loads a model and names `net.pt`, which may be this one
