# What comes of these has no history, whatever goes in: there is nothing to detach.
import torch

layer = torch.nn.Linear(3, 3)
weight = layer.weight
sums = torch.zeros_like(weight.data)
start = torch.full_like(weight.data, 0.5, dtype=torch.float64)
best = weight.data.argmax(1)
hits = (weight.data > 0).sum() + (0 < weight.data).sum() + weight.data.eq(weight.data).sum()
same = torch.equal(weight.data, layer.weight.data) and torch.allclose(weight.data, sums)
tensor = isinstance(weight.data, torch.Tensor) and isinstance(weight.data, (torch.FloatTensor, torch.Tensor))
kept = weight.data.clone(), weight.data.long(), torch.relu(weight.data)
is_it = weight.data is weight
# output
# What comes of these has no history, whatever goes in: there is nothing to detach.
import torch

layer = torch.nn.Linear(3, 3)
weight = layer.weight
sums = torch.zeros_like(weight)
start = torch.full_like(weight, 0.5, dtype=torch.float64)
best = weight.argmax(1)
hits = (weight > 0).sum() + (0 < weight).sum() + weight.eq(weight).sum()
same = torch.equal(weight, layer.weight) and torch.allclose(weight, sums)
tensor = isinstance(weight, torch.Tensor) and isinstance(weight, (torch.FloatTensor, torch.Tensor))
kept = weight.detach().clone(), weight.detach().long(), torch.relu(weight.detach())
is_it = weight.detach() is weight
