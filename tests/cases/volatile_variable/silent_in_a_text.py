import torch
from torch.autograd import Variable

HELP = "use Variable(x, volatile=True)"  # Variable(x, volatile=True)
options = dict(volatile=True)
