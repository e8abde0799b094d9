import torch.nn as nn

table = nn.Embedding(4, 4)
table.weight.data[0].zero_()
# output
import torch.nn as nn

table = nn.Embedding(4, 4)
table.weight.detach()[0].zero_()
