import torch

counts = torch.zeros(8)
view = counts.data.numpy()
view[2] = 1
view += 1
print(counts)
# output
import torch

counts = torch.zeros(8)
view = counts.numpy()
view[2] = 1
view += 1
print(counts)
