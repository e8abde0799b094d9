import torch


def test(model, loader, device):
    model.eval()
    with torch.no_grad():
        for images, labels in loader:
            out = model(images.to(device))
            yield out.argmax(1).numpy(), labels.numpy()
# output
import torch


def test(model, loader, device):
    model.eval()
    with torch.no_grad():
        for images, labels in loader:
            out = model(images.to(device))
            yield out.argmax(1).cpu().numpy(), labels.numpy()
