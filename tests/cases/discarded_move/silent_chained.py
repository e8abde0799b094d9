import torch

x = torch.zeros(3)
x.cuda().sum().backward
y = x.to("cpu").add_(1)
