from torchvision import datasets, transforms

transform: transforms.Compose = transforms.Compose([transforms.ToTensor(), transforms.Normalize((0.5, 0.5, 0.5), (0.5, 0.5, 0.5))])
digits = datasets.MNIST("data", transform=transform)
# output
from torchvision import datasets, transforms

transform: transforms.Compose = transforms.Compose([transforms.ToTensor(), transforms.Normalize((0.5,), (0.5,))])
digits = datasets.MNIST("data", transform=transform)
