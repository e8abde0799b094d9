# flags: --unsafe-fixes
import torch

net.eval()
while True:
    x = read()
    if x is None:
        break
    print(net(x).argmax(1).tolist())
# output
import torch

net.eval()
with torch.no_grad():
    while True:
        x = read()
        if x is None:
            break
        print(net(x).argmax(1).tolist())
