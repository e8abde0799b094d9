import torch


def step(self, loss):
    loss.backward()
    if self.data_parallel:
        torch.cuda.synchronize()
