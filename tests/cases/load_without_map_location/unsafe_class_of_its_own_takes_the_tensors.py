import torch


class Shadow:
    def __init__(self, net):
        self.values = dict(net.named_parameters())

    def load_state_dict(self, states):
        self.values = states["values"]


def resume(net, path):
    checkpoint = torch.load(path)
    shadow = Shadow(net)
    net.load_state_dict(checkpoint["net"])
    shadow.load_state_dict(checkpoint["shadow"])
    return shadow.values
