# flags: --unsafe-fixes
import torch

net.eval()
if mode == "show":
    show(x)
elif mode == "run":
    y = net(x)
    print(y.argmax(1).tolist())
# output
import torch

net.eval()
if mode == "show":
    show(x)
elif mode == "run":
    with torch.no_grad():
        y = net(x)
        print(y.argmax(1).tolist())
