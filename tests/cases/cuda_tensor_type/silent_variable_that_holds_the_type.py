import torch

Tensor = torch.cuda.FloatTensor if torch.cuda.is_available() else torch.FloatTensor


def noise(n, Tensor=Tensor):
    return Tensor(n), Tensor([1.0]), torch.zeros(n).type(Tensor)
