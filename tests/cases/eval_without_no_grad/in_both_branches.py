# flags: --unsafe-fixes
import torch

net.eval()
if mode == "one":
    print(net(x).argmax(1).tolist())
elif mode == "all":
    print([net(x).argmax(1).tolist() for x in xs])
# output
import torch

net.eval()
with torch.no_grad():
    if mode == "one":
        print(net(x).argmax(1).tolist())
    elif mode == "all":
        print([net(x).argmax(1).tolist() for x in xs])
