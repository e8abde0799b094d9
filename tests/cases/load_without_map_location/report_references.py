from torchvision.datasets import DatasetFolder

import torch


def read_all(paths, pool, loader=torch.load):
    states = list(map(torch.load, paths))
    later = [pool.submit(torch.load, path) for path in paths]
    return states, later, DatasetFolder("data", loader=torch.load, extensions=(".pt",)), loader
# findings
6: TFC501 report left
7: TFC501 report left
8: TFC501 report left
9: TFC501 report left
