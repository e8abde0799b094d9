import torch


def read(path):
    return torch.load(path)


def main(net, ema):
    net.load_state_dict(read("net.pt"))
    state = read("ema.pt")
    ema.load_state_dict(state["ema"])
# output
import torch


def read(path):
    return torch.load(path, map_location="cpu")


def main(net, ema):
    net.load_state_dict(read("net.pt"))
    state = read("ema.pt")
    ema.load_state_dict(state["ema"])
