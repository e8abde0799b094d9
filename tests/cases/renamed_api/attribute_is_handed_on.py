import torch
import torch.nn as nn

init = nn.init.kaiming_normal if deep else nn.init.xavier_normal
# output
import torch
import torch.nn as nn

init = nn.init.kaiming_normal_ if deep else nn.init.xavier_normal_
