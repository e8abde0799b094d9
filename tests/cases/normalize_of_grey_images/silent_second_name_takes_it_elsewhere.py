from torchvision import datasets, transforms

both = scale = transforms.Compose([transforms.ToTensor(), transforms.Normalize((0.5, 0.4, 0.3), (0.5, 0.4, 0.3))])
digits = datasets.MNIST("data", transform=both)
photos = datasets.CIFAR10("data", transform=scale)
