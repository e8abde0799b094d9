import torch
from torch.cuda.amp import GradScaler, autocast


def train_one_epoch(model, criterion, optimizer, loader, scaler, device):
    model.train()
    for images, targets in loader:
        images, targets = images.to(device), targets.to(device)
        optimizer.zero_grad(set_to_none=True)
        with autocast():
            loss = criterion(model(images), targets)
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()


@torch.no_grad()
def validate(model, loader, device):
    model.eval()
    right = sum((model(x.to(device)).argmax(1).cpu() == y).sum().item() for x, y in loader)
    return right


def main(model, loaders, epochs, device="cuda"):
    criterion = torch.nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs)
    scaler = GradScaler()
    for epoch in range(epochs):
        train_one_epoch(model, criterion, optimizer, loaders["train"], scaler, device)
        scheduler.step()
        print(validate(model, loaders["val"], device))
# defect
import torch
from torch.cuda.amp import GradScaler, autocast


def train_one_epoch(model, criterion, optimizer, loader, scaler, device):
    for images, targets in loader:
        images, targets = images.to(device), targets.to(device)
        optimizer.zero_grad(set_to_none=True)
        with autocast():
            loss = criterion(model(images), targets)
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()


@torch.no_grad()
def validate(model, loader, device):
    model.eval()
    right = sum((model(x.to(device)).argmax(1).cpu() == y).sum().item() for x, y in loader)
    return right


def main(model, loaders, epochs, device="cuda"):
    criterion = torch.nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs)
    scaler = GradScaler()
    for epoch in range(epochs):
        train_one_epoch(model, criterion, optimizer, loaders["train"], scaler, device)
        scheduler.step()
        print(validate(model, loaders["val"], device))
# findings
20: TFC103 unsafe
