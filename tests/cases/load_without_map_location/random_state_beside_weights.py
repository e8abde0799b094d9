import torch


def resume(net, path):
    checkpoint = torch.load(path)
    net.load_state_dict(checkpoint["net"])
    torch.set_rng_state(checkpoint["rng"])
    torch.cuda.set_rng_state_all(checkpoint["cuda_rng"])
# output
import torch


def resume(net, path):
    checkpoint = torch.load(path, map_location="cpu")
    net.load_state_dict(checkpoint["net"])
    torch.set_rng_state(checkpoint["rng"])
    torch.cuda.set_rng_state_all(checkpoint["cuda_rng"])
