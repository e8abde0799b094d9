# other: tools.py
#| import torch
#| def show(t):
#|     print(t.sum())
import torch
from tools import show
from torch.autograd import Variable

t = torch.zeros(2, 3)
show(t)
t = Variable(t)
# output
import torch
from tools import show

t = torch.zeros(2, 3)
show(t)
