import torch
from torch.nn.init import normal as draw

draw(torch.empty(3))
# output
import torch
from torch.nn.init import normal_ as draw

draw(torch.empty(3))
