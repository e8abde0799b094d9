import torch


def restore(net, path, batch):
    x = torch.load(path)
    net.load_state_dict(x)
    x = net(batch)
    x.cuda()
    return x * 2
# output
import torch


def restore(net, path, batch):
    x = torch.load(path, map_location="cpu")
    net.load_state_dict(x)
    x = net(batch)
    x.cuda()
    return x * 2
