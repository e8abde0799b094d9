import torch

w = torch.nn.Parameter(torch.ones(3))
n = torch.ones(3, dtype=torch.long)
w.data += 1
w.data -= 1
w.data *= 1 if n is None else 2
w.data /= 2
w.data //= 2
w.data %= 2
w.data **= 2
n.data &= 1
n.data |= 1
n.data ^= 1
n.data <<= 1
n.data >>= 1
w.data *= 0.5; w.data += 1  # twice
# output
import torch

w = torch.nn.Parameter(torch.ones(3))
n = torch.ones(3, dtype=torch.long)
w.detach().add_(1)
w.detach().sub_(1)
w.detach().mul_(1 if n is None else 2)
w.detach().div_(2)
w.detach().floor_divide_(2)
w.detach().remainder_(2)
w.detach().pow_(2)
n.detach().bitwise_and_(1)
n.detach().bitwise_or_(1)
n.detach().bitwise_xor_(1)
n.detach().bitwise_left_shift_(1)
n.detach().bitwise_right_shift_(1)
w.detach().mul_(0.5); w.detach().add_(1)  # twice
