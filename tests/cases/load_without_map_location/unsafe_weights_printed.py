import torch


def restore(net, path):
    states = torch.load(path)
    for name, value in states.items():
        print(name, value)
    net.load_state_dict(states)
