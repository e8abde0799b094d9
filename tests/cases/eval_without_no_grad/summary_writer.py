# flags: --unsafe-fixes
import torch

net.eval()
for i, x in enumerate(loader):
    loss = criterion(net(x), x)
    writer.add_scalar("loss", loss, i)
# output
import torch

net.eval()
with torch.no_grad():
    for i, x in enumerate(loader):
        loss = criterion(net(x), x)
        writer.add_scalar("loss", loss, i)
