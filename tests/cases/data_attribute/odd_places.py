import torch
from torch import nn

x = nn.Parameter(torch.ones(2, 3))
y = torch.zeros(2, 3)
print(f'{x.data!r:>10} {x.data.size(0)} {y.data[0, 0]:.2f} {"a" + str(x.data)}')
x.data[0], w = 1, 2
if w: x.data += 1
(x.data) += 1
x.data += (y +
           1)  # kept
print(*[x.data], **{"sep": str(y.data)})
r = -x.data ** 2
s = (-x).data ** 2
o = x .data. cpu()
q = x.data.\
    cpu()
m: torch.Tensor = x.data
# output
import torch
from torch import nn

x = nn.Parameter(torch.ones(2, 3))
y = torch.zeros(2, 3)
print(f'{x.detach()!r:>10} {x.size(0)} {y[0, 0]:.2f} {"a" + str(x.detach())}')
x.detach()[0], w = 1, 2
if w: x.detach().add_(1)
x.detach().add_(1)
x.detach().add_(y +
           1)  # kept
print(*[x.detach()], **{"sep": str(y)})
r = -x.detach() ** 2
s = (-x).detach() ** 2
o = x .detach(). cpu()
q = x.detach().\
    cpu()
m: torch.Tensor = x.detach()
