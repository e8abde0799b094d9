from torchvision import datasets, transforms

transform = transforms.Compose([transforms.ToTensor(), transforms.Normalize((0.4, 0.5, 0.6), (0.5, 0.5, 0.5))])
digits = datasets.MNIST("data", transform=transform)
photos = datasets.CIFAR10("data", transform=transform)
