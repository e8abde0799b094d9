import torch


def train_head(backbone, head, loader, opt, criterion):
    backbone.eval()
    for x, y in loader:
        features = backbone(x).detach()
        loss = criterion(head(features), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
