import torch

net.eval()
print(sum(p.numel() for p in net.parameters() if p.requires_grad))
torch.save(net.state_dict(), path)
