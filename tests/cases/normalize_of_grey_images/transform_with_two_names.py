from torchvision import datasets, transforms

both = scale = transforms.Compose([transforms.ToTensor(), transforms.Normalize((0.5, 0.5, 0.5), (0.5, 0.5, 0.5))])
digits = datasets.MNIST("data", transform=both)
others = datasets.KMNIST("data", transform=scale)
# output
from torchvision import datasets, transforms

both = scale = transforms.Compose([transforms.ToTensor(), transforms.Normalize((0.5,), (0.5,))])
digits = datasets.MNIST("data", transform=both)
others = datasets.KMNIST("data", transform=scale)
