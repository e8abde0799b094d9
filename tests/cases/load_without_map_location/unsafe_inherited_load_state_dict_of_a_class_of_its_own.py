import torch


class Shadow:
    def __init__(self, net):
        self.values = dict(net.named_parameters())

    def load_state_dict(self, states):
        self.values = states


class SlowShadow(Shadow):
    decay = 0.999


def resume(net, path):
    checkpoint = torch.load(path)
    shadow = SlowShadow(net)
    net.load_state_dict(checkpoint["net"])
    shadow.load_state_dict(checkpoint["shadow"])
# findings
17: TFC501 unsafe left its part `['shadow']` feeds `shadow.load_state_dict`, and that class has one of its own (line 20)
