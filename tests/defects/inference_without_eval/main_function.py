import sys

import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self, classes=10):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(3, 16, 3), nn.BatchNorm2d(16), nn.ReLU(), nn.AdaptiveAvgPool2d(1))
        self.head = nn.Linear(16, classes)

    def forward(self, x):
        return self.head(self.body(x).flatten(1))


def main():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = Net().to(device)
    checkpoint = torch.load(sys.argv[1], map_location=device)
    model.load_state_dict(checkpoint["state_dict"])
    model.eval()
    with torch.no_grad():
        for image in torch.rand(4, 1, 3, 32, 32):
            print(model(image.to(device)).softmax(1).max().item())


if __name__ == "__main__":
    main()
# defect
import sys

import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self, classes=10):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(3, 16, 3), nn.BatchNorm2d(16), nn.ReLU(), nn.AdaptiveAvgPool2d(1))
        self.head = nn.Linear(16, classes)

    def forward(self, x):
        return self.head(self.body(x).flatten(1))


def main():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = Net().to(device)
    checkpoint = torch.load(sys.argv[1], map_location=device)
    model.load_state_dict(checkpoint["state_dict"])
    with torch.no_grad():
        for image in torch.rand(4, 1, 3, 32, 32):
            print(model(image.to(device)).softmax(1).max().item())


if __name__ == "__main__":
    main()
# findings
24: TFC102 unsafe
