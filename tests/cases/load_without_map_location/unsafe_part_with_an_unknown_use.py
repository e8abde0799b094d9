# flags: --unsafe-fixes
import torch


def restore(net, path, keep):
    checkpoint = torch.load(path)
    net.load_state_dict(checkpoint["net"])
    keep(checkpoint["centers"])
# output
import torch


def restore(net, path, keep):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    checkpoint = torch.load(path, map_location=device)
    net.load_state_dict(checkpoint["net"])
    keep(checkpoint["centers"])
