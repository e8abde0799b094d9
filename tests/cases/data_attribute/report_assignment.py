import torch

layer = torch.nn.Linear(3, 3)
layer.weight.data = torch.eye(3)
layer.weight.data = torch.clamp(layer.weight.data, min=0)
a, b = torch.nn.Parameter(torch.ones(2)), torch.nn.Parameter(torch.zeros(2))
a.data, b.data = b.data, a.data
for a.data in torch.ones(3, 2):
    pass
# findings
4: TFC601 report left no rewrite is equal
5: TFC601 report left copy_
7: TFC601 report left a.data
7: TFC601 report left b.data
8: TFC601 report left a.data
