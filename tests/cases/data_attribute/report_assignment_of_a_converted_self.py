import torch

layer = torch.nn.Linear(2, 3)
layer.weight.data = layer.weight.data.abs()
layer.weight.data = layer.weight.data.t()
layer.bias.data = layer.bias.data.half()
# findings
4: TFC601 report left no rewrite is equal
5: TFC601 report left may change shape
6: TFC601 report left may change shape, dtype and device
