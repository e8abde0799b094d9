import random

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset


def fix_randomness(seed):
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)


def crop(image, size):
    top = np.random.randint(0, image.shape[0] - size)
    return image[top : top + size]


class Images(Dataset):
    def __init__(self, images, training):
        self.images = images
        self.training = training

    def __len__(self):
        return len(self.images)

    def __getitem__(self, i):
        return crop(self.images[i], 32) if self.training else self.images[i][:32]


def train_loader(images, args):
    fix_randomness(args.seed)
    train_set = Images(images, training=True)
    return DataLoader(train_set, batch_size=args.batch_size, shuffle=True, num_workers=args.workers)
# defect
import random

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset


def fix_randomness(seed):
    random.seed(seed)
    np.random.seed(seed)


def crop(image, size):
    top = np.random.randint(0, image.shape[0] - size)
    return image[top : top + size]


class Images(Dataset):
    def __init__(self, images, training):
        self.images = images
        self.training = training

    def __len__(self):
        return len(self.images)

    def __getitem__(self, i):
        return crop(self.images[i], 32) if self.training else self.images[i][:32]


def train_loader(images, args):
    fix_randomness(args.seed)
    train_set = Images(images, training=True)
    return DataLoader(train_set, batch_size=args.batch_size, shuffle=True, num_workers=args.workers)
# findings
33: TFC403 report
