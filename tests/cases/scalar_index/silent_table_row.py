import torch

table = torch.nn.Embedding(3, 3)
table.weight.data[0].zero_()
table.weight.data[0] = 1
