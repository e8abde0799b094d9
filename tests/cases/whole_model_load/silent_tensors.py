import torch

xs, ys = torch.load("train.pt")
mean = torch.load("mean.pt")
print(xs - mean)
