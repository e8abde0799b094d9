# other: models.py
#| from torch import nn
#| class Kept:
#|     def load_state_dict(self, state):
#|         self.centers = state["centers"]
#| class Model(Kept, nn.Module):
#|     pass
#| def make():
#|     return Model()
import torch
from models import make

model = make()
model.load_state_dict(torch.load("m.pt"))
