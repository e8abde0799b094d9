import torch


def hardest(dist: torch.Tensor, targets: torch.Tensor):
    n = targets.size(0)
    mask = targets.expand(n, n).eq(targets.expand(n, n).t())
    return [dist[i][1 - mask[i]].min() for i in range(n)], 1 - mask.unsqueeze(0)
# output
import torch


def hardest(dist: torch.Tensor, targets: torch.Tensor):
    n = targets.size(0)
    mask = targets.expand(n, n).eq(targets.expand(n, n).t())
    return [dist[i][~mask[i]].min() for i in range(n)], ~mask.unsqueeze(0)
