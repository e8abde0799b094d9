# flags: --unsafe-fixes
import torch

if parallel:
    net.cuda()
    net.eval()
else:
    net.eval()
for x in loader:
    print(net(x).argmax(1).tolist())
# output
import torch

if parallel:
    net.cuda()
    net.eval()
else:
    net.eval()
with torch.no_grad():
    for x in loader:
        print(net(x).argmax(1).tolist())
