import torch

layer = torch.nn.Linear(2, 2)
flat = layer.weight.view(-1)
flat.data.zero_()
print(flat)

row = layer.weight[0]
row.data.fill_(1)
print(f"{row}")
# findings
5: TFC601 unsafe left `flat` is a view
9: TFC601 unsafe left `row` is a view
