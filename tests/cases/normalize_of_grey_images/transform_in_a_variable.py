import torchvision
from torchvision import datasets
from torchvision import transforms as T

transform = T.Compose([T.Resize(32), T.ToTensor(), T.Normalize(mean=[0.1307, 0.2, 0.3], std=[0.3081, 0.2, 0.3])])
train = datasets.MNIST("data", train=True, transform=transform)
test = torchvision.datasets.FashionMNIST("data", False, transform)
# output
import torchvision
from torchvision import datasets
from torchvision import transforms as T

transform = T.Compose([T.Resize(32), T.ToTensor(), T.Normalize(mean=[0.1307], std=[0.3081])])
train = datasets.MNIST("data", train=True, transform=transform)
test = torchvision.datasets.FashionMNIST("data", False, transform)
