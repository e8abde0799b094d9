from torchvision import datasets, transforms

digits = datasets.MNIST("data", transform=(scale := transforms.Compose([transforms.ToTensor(), transforms.Normalize((0.5, 0.5, 0.5), (0.5, 0.5, 0.5))])))
tests = datasets.MNIST("data", train=False, transform=scale)
# output
from torchvision import datasets, transforms

digits = datasets.MNIST("data", transform=(scale := transforms.Compose([transforms.ToTensor(), transforms.Normalize((0.5,), (0.5,))])))
tests = datasets.MNIST("data", train=False, transform=scale)
