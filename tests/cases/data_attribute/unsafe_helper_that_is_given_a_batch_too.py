import torch


class Box:
    def __init__(self, values):
        self.data = values


def to_numpy(x):
    return x.data.cpu().numpy()


box = Box(torch.ones(3))
print(to_numpy(box), to_numpy(torch.ones(3) * 2))
