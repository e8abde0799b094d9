# path: lib.py
# other: optim.py
#| import torch
#| class Momentum:
#|     def load_state_dict(self, state):
#|         self.m = state["m"]
#|     def step(self):
#|         pass
# other: main.py
#| import torch
#| from lib import resume
#| from optim import Momentum
#| resume(torch.nn.Linear(2, 1).cuda(), Momentum(), "ck.pt")
import torch


def resume(net, optimizer, path):
    states = torch.load(path)
    net.load_state_dict(states["net"])
    optimizer.load_state_dict(states["optimizer"])
