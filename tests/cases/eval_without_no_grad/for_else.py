# flags: --unsafe-fixes
import torch

net.eval()
for x in loader:
    y = net(x)
    if y.argmax().item() == wanted:
        break
else:
    print("none")
# output
import torch

net.eval()
with torch.no_grad():
    for x in loader:
        y = net(x)
        if y.argmax().item() == wanted:
            break
    else:
        print("none")
