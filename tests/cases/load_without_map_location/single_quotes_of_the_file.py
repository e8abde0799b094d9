import torch


def restore(net):
    net.load_state_dict(torch.load('net.pt'))
# output
import torch


def restore(net):
    net.load_state_dict(torch.load('net.pt', map_location='cpu'))
