import torch.nn as nn
from torch.nn import init

m = nn.Linear(3, 3)
nn.init.normal_(m.weight.data, 0.0, 0.02)
init.constant_(m.bias.data, val=0.0)
init.xavier_uniform_(m.weight.data[0:2])
kept = init.zeros_(m.bias.data)
# output
import torch.nn as nn
from torch.nn import init

m = nn.Linear(3, 3)
nn.init.normal_(m.weight, 0.0, 0.02)
init.constant_(m.bias, val=0.0)
init.xavier_uniform_(m.weight.detach()[0:2])
kept = init.zeros_(m.bias.detach())
