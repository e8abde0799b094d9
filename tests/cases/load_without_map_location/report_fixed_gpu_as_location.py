import torch


def restore(net, path):
    net.load_state_dict(torch.load(path, map_location="cuda:0"))
# findings
5: TFC501 report left `map_location="cuda:0"` fails on every machine without that GPU
