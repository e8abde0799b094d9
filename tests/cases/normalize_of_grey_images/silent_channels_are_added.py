from torchvision import datasets, transforms

gray = transforms.Compose(
    [transforms.Grayscale(3), transforms.ToTensor(), transforms.Normalize((0.4, 0.5, 0.6), (0.5, 0.5, 0.5))]
)
repeated = transforms.Compose(
    [
        transforms.ToTensor(),
        transforms.Lambda(lambda x: x.repeat(3, 1, 1)),
        transforms.Normalize((0.5, 0.5, 0.5), (0.5, 0.5, 0.5)),
    ]
)
digits = datasets.MNIST("data", transform=gray), datasets.MNIST("data", transform=repeated)
