import torch

net.eval()
loss = criterion(net(x), y)
logger.info("loss %s", loss)
