import torch
from attacks import pgd_attack


def robust_accuracy(model, loader):
    model.eval()
    hits = 0
    for x, y in loader:
        adversarial = pgd_attack(model, x, y)
        hits += (model(adversarial).argmax(1) == y).sum().item()
    return hits
