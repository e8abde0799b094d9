import torch

x = torch.arange(6)
y = torch.from_numpy(x.numpy()).view(2, 3)
z = torch.stack([y, y]).float().mean(0)
print(y.numpy(), z.numpy(), x.new_zeros(3).numpy(), torch.zeros(2, device="cpu").numpy())
