# flags: --unsafe-fixes
import torch


class Bank(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(3))

    def raw(self):
        return self.weight.data
# output
import torch


class Bank(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(3))

    def raw(self):
        return self.weight.detach()
