import torch
from torch import optim

cnn = vgg19().features.to(device).eval()
style_features = [f.detach() for f in cnn(style)]
optimizer = optim.LBFGS([image.requires_grad_()])


def closure():
    optimizer.zero_grad()
    loss = sum(((f - s) ** 2).mean() for f, s in zip(cnn(image), style_features))
    loss.backward()
    return loss


for step in range(20):
    optimizer.step(closure)
