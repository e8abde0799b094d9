import torch


def make(average, each):
    return torch.nn.MSELoss(size_average=average, reduce=each)
