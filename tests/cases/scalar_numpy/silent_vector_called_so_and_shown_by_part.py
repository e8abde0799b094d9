import torch


def show(losses):
    losses = losses.detach().cpu().numpy()
    print("%s" % losses, "{0[0]}".format(losses))
