from torch import nn
import torch.nn.functional as F

one = nn.CrossEntropyLoss(weight, size_average=False)
two = nn.BCELoss(reduce=False)
three = F.nll_loss(x, y, size_average=False, ignore_index=3)
# output
from torch import nn
import torch.nn.functional as F

one = nn.CrossEntropyLoss(weight, reduction="sum")
two = nn.BCELoss(reduction="none")
three = F.nll_loss(x, y, ignore_index=3, reduction="sum")
