from torchvision import datasets, transforms

transform = transforms.Compose([transforms.ToTensor(), transforms.Normalize((0.4, 0.5, 0.6), (0.5, 0.5, 0.5))])
if photos:
    transform = transforms.Compose([transforms.ToTensor()])
digits = datasets.MNIST("data", transform=transform)
