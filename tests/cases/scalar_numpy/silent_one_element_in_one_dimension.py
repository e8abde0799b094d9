import torch

weight = torch.ones(1)
print("%.3f" % weight.numpy(), float(weight.view(1, 1).numpy()))
