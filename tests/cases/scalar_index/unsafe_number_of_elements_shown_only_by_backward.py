import torch


def step(compute, x: torch.Tensor):
    loss = compute(x)
    loss.backward()
    return loss.data[0]
# findings
7: TFC802 unsafe left only the name of `loss`
