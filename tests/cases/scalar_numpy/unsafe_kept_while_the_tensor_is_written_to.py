import torch

total = torch.ones(3).sum()
before = total.numpy()
total += 1
print("%.1f" % before)
