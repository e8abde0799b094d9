import torch


def run(x: torch.Tensor, use_gpu):
    if use_gpu:
        x = x.to("cuda")
    return x.to("cuda") if use_gpu else x
