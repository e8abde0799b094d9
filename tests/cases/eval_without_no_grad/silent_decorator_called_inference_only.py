import torch
from tools import inference_only


@inference_only
def classes(net, x):
    net.eval()
    return net(x).argmax(1)
