import torch

layer = torch.nn.Linear(2, 2)
first, second = layer.weight.chunk(2)
first.data.zero_()
loss = first.sum() + second.sum()

third = torch.split(layer.weight, 1)[0]
third.data.zero_()
loss += third.sum()

for row in layer.weight:
    row.data.mul_(2)
    loss += row.sum()
# findings
5: TFC601 report left `first` is a view
9: TFC601 report left `third` is a view
13: TFC601 report left `row` is a view
