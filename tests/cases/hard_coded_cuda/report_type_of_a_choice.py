import torch


def offload(found, index, net):
    device_type = (found() or torch.device("cuda")).type
    return net.to(torch.device(f"{device_type}:{index}"))


def named(found):
    place = found if found else torch.device("cuda")
    return place.type
