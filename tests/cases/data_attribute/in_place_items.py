import torch

emb = torch.nn.Embedding(5, 2)
old = torch.zeros(2, 2)
emb.weight.data[0] = 0
emb.weight.data[:2] = old
emb.weight.data[1, :] += 1
mask = torch.tensor([True, False, True, False, False])
emb.weight.data[mask] -= 1
emb.weight.data[2].fill_(3)
# output
import torch

emb = torch.nn.Embedding(5, 2)
old = torch.zeros(2, 2)
emb.weight.detach()[0] = 0
emb.weight.detach()[:2] = old
emb.weight.detach()[1, :] += 1
mask = torch.tensor([True, False, True, False, False])
emb.weight.detach()[mask] -= 1
emb.weight.detach()[2].fill_(3)
