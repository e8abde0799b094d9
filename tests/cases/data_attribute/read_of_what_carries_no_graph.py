# No graph hangs on these: where they are only read, the tensor itself does.
import torch

target = torch.rand(10).mul(10).floor().long()
noise = torch.zeros(3)
moved = torch.zeros(3)
view = torch.zeros(3)
asked = torch.zeros(3)
scaled = target.data.type_as(noise) * noise.data + noise.data[0]
total = torch.cat([target.data, noise.data])
print(noise.data, len(noise.data))
noise.data.mul_(2)
moved.data.copy_(noise)
handle = view.data
handle.requires_grad_()
detached = asked.data if asked.requires_grad else asked


def given(x: torch.Tensor):
    order = x.argsort()
    return x.data[order.data], order.data
# output
# No graph hangs on these: where they are only read, the tensor itself does.
import torch

target = torch.rand(10).mul(10).floor().long()
noise = torch.zeros(3)
moved = torch.zeros(3)
view = torch.zeros(3)
asked = torch.zeros(3)
scaled = target.type_as(noise) * noise + noise[0]
total = torch.cat([target, noise])
print(noise, len(noise))
noise.detach().mul_(2)
moved.detach().copy_(noise)
handle = view.detach()
handle.requires_grad_()
detached = asked.detach() if asked.requires_grad else asked


def given(x: torch.Tensor):
    order = x.argsort()
    return x.data[order], order.detach()
