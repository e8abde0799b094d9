import torch

net.eval()
while net(x).mean().item() < 0.5:
    opt.zero_grad()
    loss = -net(x).mean()
    loss.backward()
    opt.step()
