# other: settings.py
#| import torch
#| where = torch.device("cuda" if torch.cuda.is_available() else "cpu")
import torch
from settings import where
from torch import nn

net = nn.Linear(1, 1).to(where)
x = torch.ones(3, 1)
with torch.no_grad():
    b = net(x).numpy()
# output
import torch
from settings import where
from torch import nn

net = nn.Linear(1, 1).to(where)
x = torch.ones(3, 1)
with torch.no_grad():
    b = net(x).cpu().numpy()
