# flags: --unsafe-fixes
import torch

net.eval()
if demo:
    y = net(x)
    print(y.argmax(1).tolist())
else:
    print("no demo")
# output
import torch

net.eval()
if demo:
    with torch.no_grad():
        y = net(x)
        print(y.argmax(1).tolist())
else:
    print("no demo")
