import torch
import torch.nn.functional as F


def evaluate_robustness(model, loader, epsilon):
    model.eval()
    correct = 0
    for x, y in loader:
        x.requires_grad = True
        output = model(x)
        loss = F.nll_loss(output, y)
        model.zero_grad()
        loss.backward()
        x = x + epsilon * x.grad.sign()
        correct += (model(x).argmax(1) == y).sum().item()
    return correct
