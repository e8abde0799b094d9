# path: memory.py
# other: main.py
#| import torch
#| from memory import Memory
#| memory = Memory(device="cpu")
#| memory.put(torch.ones(2))
import torch


class Base:
    def __init__(self, device):
        self.device = torch.device(device)
        self.items = []


class Memory(Base):
    def __init__(self, size=3, device="cuda"):
        super().__init__(device)
        self.device = device

    def put(self, x):
        self.items.append(x.to(self.device))

    def sample(self):
        return torch.stack(self.items).cuda()
# output
import torch


class Base:
    def __init__(self, device):
        self.device = torch.device(device)
        self.items = []


class Memory(Base):
    def __init__(self, size=3, device="cuda"):
        super().__init__(device)
        self.device = device

    def put(self, x):
        self.items.append(x.to(self.device))

    def sample(self):
        device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        return torch.stack(self.items).to(device)
