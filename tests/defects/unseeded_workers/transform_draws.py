import numpy as np
import torch
from torch.utils.data import DataLoader
from torchvision import datasets, transforms


class Erase:
    def __init__(self, share):
        self.share = share

    def __call__(self, image):
        if np.random.uniform() < self.share:
            image = image * 0
        return image


def main(seed):
    torch.manual_seed(seed)
    np.random.seed(seed)
    transform = transforms.Compose([transforms.ToTensor(), Erase(0.5)])
    data = datasets.CIFAR10("data", transform=transform)
    loader = DataLoader(data, batch_size=64, shuffle=True, num_workers=4)
    for images, labels in loader:
        print(images.mean(), labels)
# defect
import numpy as np
import torch
from torch.utils.data import DataLoader
from torchvision import datasets, transforms


class Erase:
    def __init__(self, share):
        self.share = share

    def __call__(self, image):
        if np.random.uniform() < self.share:
            image = image * 0
        return image


def main(seed):
    np.random.seed(seed)
    transform = transforms.Compose([transforms.ToTensor(), Erase(0.5)])
    data = datasets.CIFAR10("data", transform=transform)
    loader = DataLoader(data, batch_size=64, shuffle=True, num_workers=4)
    for images, labels in loader:
        print(images.mean(), labels)
# findings
21: TFC403 report
