from torch.utils.data import DataLoader
from tqdm import tqdm


def run(data):
    loader = DataLoader(data, num_workers=3)
    for epoch in range(2):
        loader = tqdm(loader)
        for x in loader:
            print(x)
