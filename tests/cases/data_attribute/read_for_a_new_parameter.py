import torch
from torch import nn

old = nn.Linear(3, 3)
new = nn.Parameter(old.weight.data)
copy = nn.Parameter(old.weight.data.clone(), requires_grad=False)
# output
import torch
from torch import nn

old = nn.Linear(3, 3)
new = nn.Parameter(old.weight.detach())
copy = nn.Parameter(old.weight.detach().clone(), requires_grad=False)
