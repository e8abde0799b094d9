import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Net(nn.Module):
    def forward(self, x):
        eye = torch.eye(3)
        if x.is_cuda:
            eye = eye.cuda()
        return x + eye
# output
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Net(nn.Module):
    def forward(self, x):
        eye = torch.eye(3)
        if x.is_cuda:
            eye = eye.to(x.device)
        return x + eye
