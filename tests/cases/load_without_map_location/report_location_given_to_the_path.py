import os

import torch


def restore(net, folder):
    net.load_state_dict(torch.load(os.path.join(folder, "net.pt", map_location="cpu")))
# findings
7: TFC501 report left is given to `os.path.join`
