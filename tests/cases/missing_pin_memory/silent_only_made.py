from torch.utils.data import DataLoader


def loaders(train, test):
    first = DataLoader(train, batch_size=8, num_workers=2, shuffle=True)
    second = DataLoader(test, batch_size=8, num_workers=2)
    return first, second
