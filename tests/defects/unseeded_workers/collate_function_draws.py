import random

import torch
from torch.utils.data import DataLoader

SEED = 5


def mix(items):
    random.shuffle(items)
    return torch.stack(items)


def loaders(train_set, test_set):
    random.seed(SEED)
    torch.manual_seed(SEED)
    train = DataLoader(train_set, batch_size=8, num_workers=3, collate_fn=mix)
    test = DataLoader(test_set, batch_size=8)
    return train, test
# defect
import random

import torch
from torch.utils.data import DataLoader

SEED = 5


def mix(items):
    random.shuffle(items)
    return torch.stack(items)


def loaders(train_set, test_set):
    random.seed(SEED)
    train = DataLoader(train_set, batch_size=8, num_workers=3, collate_fn=mix)
    test = DataLoader(test_set, batch_size=8)
    return train, test
# findings
16: TFC403 report
