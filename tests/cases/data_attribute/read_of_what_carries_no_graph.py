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

a, b, c, d, e, f = (torch.zeros(3) for _ in range(6))
one, two, three, four, five = torch.ones(1), torch.ones(2), torch.ones(3), torch.ones(4), torch.ones(5)
one.data.contiguous().requires_grad_()
two.data.requires_grad = True
three.data.register_hook(print)
same = torch.as_tensor(four.data), five.data is five


def given(x: torch.Tensor):
    order = x.argsort()
    return x.data[order.data], order.data


def made(losses):
    whole, hits = torch.rand(10).long(), torch.rand(10) > 0.5
    return [
        losses["own"](lambda i: i[whole.data.type_as(i).long()]),
        losses["other"](whole, whole.data + 1, hits.data.float()),
    ]
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

a, b, c, d, e, f = (torch.zeros(3) for _ in range(6))
one, two, three, four, five = torch.ones(1), torch.ones(2), torch.ones(3), torch.ones(4), torch.ones(5)
one.detach().contiguous().requires_grad_()
two.detach().requires_grad = True
three.detach().register_hook(print)
same = torch.as_tensor(four.detach()), five.detach() is five


def given(x: torch.Tensor):
    order = x.argsort()
    return x.data[order], order.detach()


def made(losses):
    whole, hits = torch.rand(10).long(), torch.rand(10) > 0.5
    return [
        losses["own"](lambda i: i[whole.type_as(i).long()]),
        losses["other"](whole, whole + 1, hits.float()),
    ]
