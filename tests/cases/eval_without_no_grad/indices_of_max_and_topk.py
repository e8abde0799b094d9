# flags: --unsafe-fixes
import torch


def best(model, x):
    model.eval()
    _, first = torch.max(model(x), 1)
    second = model(x).topk(5)[1]
    third = model(x).sort(1)[-1]
    return first, second, third
# output
import torch


def best(model, x):
    model.eval()
    with torch.no_grad():
        _, first = torch.max(model(x), 1)
        second = model(x).topk(5)[1]
        third = model(x).sort(1)[-1]
    return first, second, third
