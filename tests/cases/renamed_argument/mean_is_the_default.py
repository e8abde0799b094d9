from torch import nn

loss = nn.CrossEntropyLoss(
    size_average=True,
    ignore_index=0,  # padding
)
# output
from torch import nn

loss = nn.CrossEntropyLoss(
    ignore_index=0,  # padding
)
