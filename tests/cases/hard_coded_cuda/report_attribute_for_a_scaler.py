import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.device = torch.device("cuda")
        self.net = nn.Linear(2, 1)
        self.scaler = torch.amp.GradScaler(self.device.type)

    def start(self):
        if torch.cuda.is_available():
            self.net.to(self.device)
