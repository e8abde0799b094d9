import torch

@torch.no_grad()
def f(x):
    return x


@torch.no_grad
def g(x):
    return x


h = torch.no_grad()(f)
k = torch.no_grad(f)
with torch.no_grad() as nothing:
    f(1)
