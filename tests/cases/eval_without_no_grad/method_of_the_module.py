# flags: --unsafe-fixes
import torch
from torch import nn


class Det(nn.Module):
    def predict(self, imgs):
        self.eval()
        return [self(i).cpu() for i in imgs]
# output
import torch
from torch import nn


class Det(nn.Module):
    def predict(self, imgs):
        self.eval()
        with torch.no_grad():
            return [self(i).cpu() for i in imgs]
