import torch


class Trainer:
    def __init__(self):
        self.criterion = torch.nn.MSELoss()

    def step(self, x, y):
        loss = self.criterion(x, y)
        self.last = loss.data.cpu().numpy()
        yield loss.detach().numpy()
