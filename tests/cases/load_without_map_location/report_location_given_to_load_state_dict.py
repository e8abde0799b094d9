import torch


def restore(net, path):
    net.load_state_dict(torch.load(path), map_location="cpu")
# findings
5: TFC501 report left is given to `net.load_state_dict`
