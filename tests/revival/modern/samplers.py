"""A sampler, a split and a collate function of its own."""
import collections
import numpy as np
import torch
from itertools import accumulate
from torch.utils.data import DataLoader, Dataset
from torch.utils.data.sampler import Sampler


class StratifiedSampler(Sampler):
    """The classes in turn."""

    def __init__(self, data_source, class_vector):
        super(StratifiedSampler, self).__init__()
        self.order = np.argsort(class_vector, kind='mergesort').astype(int)
        self.num = len(data_source)

    def __iter__(self):
        half = self.num // 2
        mixed = np.stack([self.order[:half], self.order[half:]], 1).reshape(-1)
        return iter(mixed.tolist())

    def __len__(self):
        return self.num


class Subset(Dataset):
    def __init__(self, dataset, indices):
        self.dataset, self.indices = dataset, indices

    def __getitem__(self, idx):
        return self.dataset[self.indices[idx]]

    def __len__(self):
        return len(self.indices)


def split(dataset, lengths):
    indices = torch.randperm(sum(lengths)).tolist()
    return [Subset(dataset, indices[offset - length:offset])
            for offset, length in zip(accumulate(lengths), lengths)]


def collate(batch):
    first = batch[0]
    if isinstance(first, str):
        return list(batch)
    if isinstance(first, int):
        return torch.LongTensor(batch)
    if isinstance(first, float):
        return torch.DoubleTensor(batch)
    if isinstance(first, collections.abc.Mapping):
        return {key: collate([d[key] for d in batch]) for key in first}
    if isinstance(first, collections.abc.Iterable):
        return [collate(samples) for samples in zip(*batch)]
    raise TypeError(type(first))


class Words(Dataset):
    def __getitem__(self, index):
        return {'word': 'word%d' % index, 'value': float(index) / 2, 'pair': (index, index % 2)}

    def __len__(self):
        return 12


torch.manual_seed(5)
words = Words()
labels = np.array([i % 2 for i in range(len(words))])
loader = DataLoader(words, batch_size=4, sampler=StratifiedSampler(words, labels), collate_fn=collate)
for batch in loader:
    print(batch['word'], batch['value'].sum().item(), [p.tolist() for p in batch['pair']])
train, test = split(words, [9, 3])
print(len(train), len(test), sorted(train.indices + test.indices) == list(range(12)))
print([item['word'] for item in test])
