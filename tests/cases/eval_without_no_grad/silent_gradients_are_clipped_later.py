import torch

net.eval()
error = (net(x) - y).pow(2).mean()
print(error.item())
torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
