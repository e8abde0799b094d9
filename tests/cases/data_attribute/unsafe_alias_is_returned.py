import torch


class Bank(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(3))

    def raw(self):
        return self.weight.data
# findings
10: TFC601 unsafe left leaves the function on line 10
