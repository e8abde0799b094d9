import torch


class Momentum:
    def __init__(self, parameters):
        self.m = [torch.zeros_like(p) for p in parameters]

    def step(self):
        self.m[0].mul_(0.9)


def resume(net, opt, path):
    ck = torch.load(path)
    net.load_state_dict(ck["net"])
    opt.m = ck["m"]


net = torch.nn.Linear(2, 1)
opt = Momentum(net.parameters())
resume(net, opt, "ck.pt")
