import torch

x = torch.randn(4, 2)
print(x.data.tolist(), x[0, 0].data.item())
# output
import torch

x = torch.randn(4, 2)
print(x.tolist(), x[0, 0].item())
