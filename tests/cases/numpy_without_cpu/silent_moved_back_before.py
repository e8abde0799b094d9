import torch


def show(x: torch.Tensor, device):
    x = x.to(device)
    x = x.cpu()
    return x.numpy(), x.to(torch.float64).numpy()
