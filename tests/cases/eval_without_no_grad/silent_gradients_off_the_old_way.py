import torch

torch._C._set_grad_enabled(False)
net.eval()
for x in loader:
    use(net(x))
