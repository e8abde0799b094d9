import torch

net = torch.nn.Linear(2, 1)
torch.save(*saved(net))
torch.save(net, **options)
