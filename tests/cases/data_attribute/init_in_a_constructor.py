import math

import torch
from torch.nn import Conv2d, Module


class Net(Module):
    def __init__(self):
        super().__init__()
        self.conv = Conv2d(3, 8, 3)
        for m in self.modules():
            if isinstance(m, Conv2d):
                n = m.kernel_size[0] * m.kernel_size[1] * m.out_channels
                m.weight.data.normal_(0, math.sqrt(2. / n))  # He et al.
                m.bias.data.normal_(mean=0, std=1e-3)
# output
import math

import torch
from torch.nn import Conv2d, Module


class Net(Module):
    def __init__(self):
        super().__init__()
        self.conv = Conv2d(3, 8, 3)
        for m in self.modules():
            if isinstance(m, Conv2d):
                n = m.kernel_size[0] * m.kernel_size[1] * m.out_channels
                torch.nn.init.normal_(m.weight, 0, math.sqrt(2. / n))  # He et al.
                torch.nn.init.normal_(m.bias, mean=0, std=1e-3)
