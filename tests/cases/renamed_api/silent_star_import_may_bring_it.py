import torch
from six.moves import *

for i in xrange(3):
    print(torch.ones(i))
