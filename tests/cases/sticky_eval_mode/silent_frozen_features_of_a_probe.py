import torch

def train(features, head, optimizer):
    for x, y in loader:
        with torch.no_grad():
            z = features(x)
        loss = criterion(head(z), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def test(features, head):
    features.eval()
    return head(features(x))


def main(features, head, optimizer):
    head.train()
    for epoch in range(9):
        train(features, head, optimizer)
        test(features, head)
