import torch

torch.set_grad_enabled(False)
net = Net().eval()
for x in loader:
    use(net(x))
