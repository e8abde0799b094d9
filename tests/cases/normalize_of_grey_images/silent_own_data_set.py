from data import MNIST
from torchvision import transforms

digits = MNIST(
    transform=transforms.Compose([transforms.ToTensor(), transforms.Normalize((0.5, 0.5, 0.5), (0.5, 0.5, 0.5))])
)
