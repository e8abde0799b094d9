import torch


class Teacher(torch.nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    @torch.no_grad()
    def forward(self, x):
        return self.net(x).softmax(1)
# defect
import torch


@torch.no_grad()
class Teacher(torch.nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, x):
        return self.net(x).softmax(1)
# findings
4: TFC205 report
