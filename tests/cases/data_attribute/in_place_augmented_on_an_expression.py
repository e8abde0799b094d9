import torch

layers = [torch.nn.Linear(2, 2), torch.nn.Linear(2, 2)]
w = layers[0].weight
(w if w.numel() else layers[1].weight).data += 1
# output
import torch

layers = [torch.nn.Linear(2, 2), torch.nn.Linear(2, 2)]
w = layers[0].weight
(w if w.numel() else layers[1].weight).detach().add_(1)
