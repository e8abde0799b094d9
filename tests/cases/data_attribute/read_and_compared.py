import torch


def accuracy(model: torch.nn.Linear, images, labels):
    out = model(torch.stack(images))
    labels = torch.tensor(labels)
    _, preds = torch.max(out.data, 1)
    return torch.sum(preds == labels.data).item()
# output
import torch


def accuracy(model: torch.nn.Linear, images, labels):
    out = model(torch.stack(images))
    labels = torch.tensor(labels)
    _, preds = torch.max(out.detach(), 1)
    return torch.sum(preds == labels).item()
