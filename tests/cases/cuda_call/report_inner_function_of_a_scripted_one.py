import torch


@torch.jit.script
def on_device(x):
    def moved():
        return x.cuda()

    return moved()


def plain(x):
    def step(y: torch.Tensor):
        return y.cuda()

    return torch.jit.script(step)(x)
# findings
7: TFC301 report left TorchScript compiles this function
14: TFC301 report left TorchScript compiles this function
