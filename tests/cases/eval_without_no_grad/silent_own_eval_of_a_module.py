import torch


class Net(torch.nn.Module):
    def eval(self):
        self.body.eval()
        self.probe = self.body(torch.ones(1, 2)).sum().item()
        return self
