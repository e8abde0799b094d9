import torch
from torch import nn


class Net(nn.Module):
    def eval(self):
        super().eval()
        self.out = self(torch.zeros(1, 2)).argmax().item()
        return self

    def train(self, mode=True):
        super().train(mode)
        self.backbone.eval()
        self.scale = self.backbone(torch.zeros(1, 2)).mean().item()
        return self
