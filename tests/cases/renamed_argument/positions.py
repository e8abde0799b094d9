from torch import nn

loss = nn.MSELoss(False)
other = nn.CrossEntropyLoss(weight, False)
# output
from torch import nn

loss = nn.MSELoss(reduction="sum")
other = nn.CrossEntropyLoss(weight, reduction="sum")
