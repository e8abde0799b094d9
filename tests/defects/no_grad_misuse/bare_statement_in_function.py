import argparse

import torch
import torch.nn as nn
from torchvision import datasets, models, transforms


def train(args, model, device, train_loader, optimizer, epoch):
    model.train()
    for batch_idx, (data, target) in enumerate(train_loader):
        data, target = data.to(device), target.to(device)
        optimizer.zero_grad()
        output = model(data)
        loss = nn.functional.cross_entropy(output, target)
        loss.backward()
        optimizer.step()
        if batch_idx % args.log_interval == 0:
            print(epoch, batch_idx, loss.item())


def test(model, device, test_loader):
    model.eval()
    correct = 0
    with torch.no_grad():
        for data, target in test_loader:
            output = model(data.to(device))
            correct += output.argmax(1).eq(target.to(device)).sum().item()
    return correct / len(test_loader.dataset)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--log-interval", type=int, default=10)
    args = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    to_tensor = transforms.ToTensor()
    train_loader = torch.utils.data.DataLoader(datasets.CIFAR10("data", transform=to_tensor), 32, shuffle=True)
    test_loader = torch.utils.data.DataLoader(datasets.CIFAR10("data", train=False, transform=to_tensor), 32)
    model = models.resnet18(num_classes=10).to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1)
    for epoch in range(args.epochs):
        train(args, model, device, train_loader, optimizer, epoch)
        print(test(model, device, test_loader))
        scheduler.step()
    torch.save(model.state_dict(), "resnet.pt")


if __name__ == "__main__":
    main()
# defect
import argparse

import torch
import torch.nn as nn
from torchvision import datasets, models, transforms


def train(args, model, device, train_loader, optimizer, epoch):
    model.train()
    for batch_idx, (data, target) in enumerate(train_loader):
        data, target = data.to(device), target.to(device)
        optimizer.zero_grad()
        output = model(data)
        loss = nn.functional.cross_entropy(output, target)
        loss.backward()
        optimizer.step()
        if batch_idx % args.log_interval == 0:
            print(epoch, batch_idx, loss.item())


def test(model, device, test_loader):
    model.eval()
    correct = 0
    torch.no_grad()
    for data, target in test_loader:
        output = model(data.to(device))
        correct += output.argmax(1).eq(target.to(device)).sum().item()
    return correct / len(test_loader.dataset)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--log-interval", type=int, default=10)
    args = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    to_tensor = transforms.ToTensor()
    train_loader = torch.utils.data.DataLoader(datasets.CIFAR10("data", transform=to_tensor), 32, shuffle=True)
    test_loader = torch.utils.data.DataLoader(datasets.CIFAR10("data", train=False, transform=to_tensor), 32)
    model = models.resnet18(num_classes=10).to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1)
    for epoch in range(args.epochs):
        train(args, model, device, train_loader, optimizer, epoch)
        print(test(model, device, test_loader))
        scheduler.step()
    torch.save(model.state_dict(), "resnet.pt")


if __name__ == "__main__":
    main()
# findings
24: TFC205 unsafe
