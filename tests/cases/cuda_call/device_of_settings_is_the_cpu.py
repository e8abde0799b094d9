# path: train.py
# other: settings.py
#| import torch
#| device = torch.device("cpu")
import torch
from settings import device
from torch import nn


def prepare(net: nn.Module, table: torch.Tensor):
    return net.cuda(), table.to(device)
# output
import torch
from settings import device
from torch import nn


def prepare(net: nn.Module, table: torch.Tensor):
    torch_device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return net.to(torch_device), table.to(device)
