import torch
from torchvision import datasets

train = datasets.MNIST("digits", train=True)
images = train.data.float() / 255
mean = train.data.float().mean()
torch.save(images, "images.pt")
