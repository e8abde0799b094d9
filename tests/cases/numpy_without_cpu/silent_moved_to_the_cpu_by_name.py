import torch

device = torch.device("cpu")
x = torch.ones(3).to(device)
print(x.numpy(), torch.zeros(3, device=device).numpy())
