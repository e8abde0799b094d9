import torch

w = torch.nn.Parameter(torch.ones(3))
torch.add(w.data, 1, out=w.data)
torch.relu_(w.data)
torch.nn.functional.dropout(w.data, inplace=True)
# output
import torch

w = torch.nn.Parameter(torch.ones(3))
torch.add(w.detach(), 1, out=w.detach())
torch.relu_(w.detach())
torch.nn.functional.dropout(w.detach(), inplace=True)
