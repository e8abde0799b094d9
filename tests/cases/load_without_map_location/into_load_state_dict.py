import torch


def restore(net, path):
    net.load_state_dict(torch.load(path))
# output
import torch


def restore(net, path):
    net.load_state_dict(torch.load(path, map_location="cpu"))
# findings
5: TFC501 safe fixed feeds `net.load_state_dict`
