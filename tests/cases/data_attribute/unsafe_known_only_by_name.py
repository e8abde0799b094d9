import torch
import torch.nn as nn


class Scale(nn.Module):
    def forward(self, x):
        print(x.data)
        return x
# findings
7: TFC601 unsafe left only by its name or position
