import torch


class Agent:
    def __init__(self):
        self.device = "cuda"
        self.x = torch.zeros(3).to(self.device)
# output
import torch


class Agent:
    def __init__(self):
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.x = torch.zeros(3).to(self.device)
