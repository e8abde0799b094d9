# flags: --unsafe-fixes
import torch

losses = AverageMeter()
net.eval()
for x, y in loader:
    loss = criterion(net(x), y)
    losses.update(loss, x.size(0))
print("Loss {loss.avg:.4f}".format(loss=losses))
# output
import torch

losses = AverageMeter()
net.eval()
with torch.no_grad():
    for x, y in loader:
        loss = criterion(net(x), y)
        losses.update(loss, x.size(0))
    print("Loss {loss.avg:.4f}".format(loss=losses))
