import torch


def craft_adversarial_examples(model, loader):
    model.eval()
    for x, y in loader:
        print(model(x).argmax(1).tolist())
