import torch
from torch import nn


class Auto(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(4, 2)
        self.decoder = nn.Linear(2, 4)


auto = Auto()
auto.eval()
for x in loader:
    code = auto.encoder(x)
    print((auto.decoder(code) - x).abs().max().item())
# output
import torch
from torch import nn


class Auto(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(4, 2)
        self.decoder = nn.Linear(2, 4)


auto = Auto()
auto.eval()
with torch.no_grad():
    for x in loader:
        code = auto.encoder(x)
        print((auto.decoder(code) - x).abs().max().item())
