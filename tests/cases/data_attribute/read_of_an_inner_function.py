import torch


def count(features):
    def scores():
        return torch.sigmoid(features).data

    found = scores()
    keep = found > 0.5
    print(found.mean(), keep.sum())
# output
import torch


def count(features):
    def scores():
        return torch.sigmoid(features).detach()

    found = scores()
    keep = found > 0.5
    print(found.mean(), keep.sum())
