# path: lib.py
# other: main.py
#| import torch
#| from lib import Trainer
#| trainer = Trainer(torch.nn.Linear(2, 1), "ck.pt")
#| print(trainer.checkpoint["mean"] + torch.ones(2).cuda())
import torch


class Trainer:
    def __init__(self, net, path):
        self.checkpoint = torch.load(path)
        net.load_state_dict(self.checkpoint["net"])
