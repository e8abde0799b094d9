import pickle

import torch


def restore(net, path):
    net.load_state_dict(torch.load(path, weights_only=True))
    net.load_state_dict(torch.load(path, mmap=True))
    net.load_state_dict(torch.load(f=path, pickle_module=pickle))
# output
import pickle

import torch


def restore(net, path):
    net.load_state_dict(torch.load(path, weights_only=True, map_location="cpu"))
    net.load_state_dict(torch.load(path, mmap=True, map_location="cpu"))
    net.load_state_dict(torch.load(f=path, pickle_module=pickle, map_location="cpu"))
