import torch
from torch import nn


class Search(nn.Module):
    def __init__(self):
        super().__init__()
        self.extra = torch.zeros(3)

    def cuda(self):
        self.extra = self.extra.cuda()
        return super().cuda()


searcher = Search()
searcher.cuda()
# findings
16: TFC301 report left overrides `cuda()`
