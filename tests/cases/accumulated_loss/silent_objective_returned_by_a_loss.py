import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset



class Loss(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 4)

    def forward(self, images):
        loss = 0
        for image in images:
            loss += self.net(image).mean()
        loss.backward()
        return loss
