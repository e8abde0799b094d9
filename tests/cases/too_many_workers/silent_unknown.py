from torch.utils.data import DataLoader


def make(data, n):
    return DataLoader(data, num_workers=n)
