import torch

net.eval()
run = lambda x: net(x).argmax(1)
