from torch.utils.data import DataLoader


def run(data):
    for x in DataLoader(data, num_workers=3):
        print(x)
