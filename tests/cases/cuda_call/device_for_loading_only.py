# path: restore.py
# other: main.py
#| from restore import restore
#| from nets import Net
#| restore(Net(), "w.pt", device)
import torch
from torch import nn


def restore(net: nn.Module, path, device):
    net.load_state_dict(torch.load(path, device, weights_only=True))
    net.cuda()
    return net
# output
import torch
from torch import nn


def restore(net: nn.Module, path, device):
    net.load_state_dict(torch.load(path, device, weights_only=True))
    torch_device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    net.to(torch_device)
    return net
