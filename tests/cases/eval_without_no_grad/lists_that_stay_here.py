# flags: --unsafe-fixes
import torch


def predict(model, loader):
    model.eval()
    outs = []
    for x in loader:
        outs.append(model(x))
    return torch.cat(outs).cpu().numpy()
# output
import torch


def predict(model, loader):
    model.eval()
    outs = []
    with torch.no_grad():
        for x in loader:
            outs.append(model(x))
        return torch.cat(outs).cpu().numpy()
