from torch.utils.data import DataLoader


def make(dataset, batch_size, workers):
    return DataLoader(dataset, batch_size=batch_size, num_workers=workers)


def main(dataset):
    return make(dataset, 32, workers=2)
# defect
from torch.utils.data import DataLoader


def make(dataset, batch_size, workers):
    return DataLoader(dataset, batch_size=batch_size, num_workers=workers)


def main(dataset):
    return make(dataset, 32, workers=64)
# findings
5: TFC404 report
