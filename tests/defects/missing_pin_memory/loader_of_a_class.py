import torch
from torch.utils.data import DataLoader


class Trainer:
    def __init__(self, net, data, device):
        self.net = net.to(device)
        self.device = device
        self.loader = DataLoader(data, batch_size=4, shuffle=True, num_workers=2, pin_memory=torch.cuda.is_available())

    def epoch(self):
        total = 0.0
        for batch in self.loader:
            images = batch["image"].to(self.device)
            total += self.net(images).sum().item()
        return total
# defect
import torch
from torch.utils.data import DataLoader


class Trainer:
    def __init__(self, net, data, device):
        self.net = net.to(device)
        self.device = device
        self.loader = DataLoader(data, batch_size=4, shuffle=True, num_workers=2)

    def epoch(self):
        total = 0.0
        for batch in self.loader:
            images = batch["image"].to(self.device)
            total += self.net(images).sum().item()
        return total
# findings
9: TFC402 unsafe
