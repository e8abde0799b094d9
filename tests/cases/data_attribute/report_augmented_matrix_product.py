import torch

w = torch.nn.Parameter(torch.eye(3))
w.data @= torch.ones(3, 3)
# findings
4: TFC601 report left no in-place matrix product
