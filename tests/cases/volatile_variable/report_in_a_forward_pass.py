import torch
from torch import nn
from torch.autograd import Variable


class Detector(nn.Module):
    def __init__(self, phase):
        super().__init__()
        self.phase = phase
        self.fc = nn.Linear(4, 2)
        self.priors = Variable(torch.ones(3, 4), volatile=True)

    def forward(self, x):
        out = self.fc(x)
        if self.phase == "test":
            return self.detect(out, self.priors)
        return out, self.priors
# findings
11: TFC203 report left line 16 is part of a module's forward pass
