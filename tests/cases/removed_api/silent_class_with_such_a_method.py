import torch


class Batches:
    def next(self):
        return torch.ones(2)


def first(train_iter):
    return train_iter.next()
