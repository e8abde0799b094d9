import torch


def count(features):
    scores = torch.sigmoid(features).data
    keep = scores > 0.5
    print(scores.mean(), keep.sum())
# output
import torch


def count(features):
    scores = torch.sigmoid(features).detach()
    keep = scores > 0.5
    print(scores.mean(), keep.sum())
