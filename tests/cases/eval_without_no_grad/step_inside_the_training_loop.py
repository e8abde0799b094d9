# flags: --unsafe-fixes
import torch

for i, (x, y) in enumerate(train_loader):
    opt.zero_grad()
    net.train()
    crit(net(x), y).backward()
    opt.step()
    if i % 10 == 0:
        net.eval()
        out = net(xv)
        print(crit(out, yv).item())
# output
import torch

for i, (x, y) in enumerate(train_loader):
    opt.zero_grad()
    net.train()
    crit(net(x), y).backward()
    opt.step()
    if i % 10 == 0:
        net.eval()
        with torch.no_grad():
            out = net(xv)
            print(crit(out, yv).item())
