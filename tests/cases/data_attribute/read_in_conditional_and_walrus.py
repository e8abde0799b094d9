import torch

x = torch.randn(4, 2)
y = x.data if x.requires_grad else x
if (m := x.data.max()) > 0:
    print(m, y)
# output
import torch

x = torch.randn(4, 2)
y = x.detach() if x.requires_grad else x
if (m := x.detach().max()) > 0:
    print(m, y)
