import torch
import numpy as np
from torch.utils.data import DataLoader, Dataset


class Noisy(Dataset):
    def __init__(self, xs):
        self.xs = xs

    def __len__(self):
        return len(self.xs)

    def __getitem__(self, index):
        return self.xs[index] + np.random.rand()


def main():
    np.random.seed(0)
    loader = DataLoader(Noisy(torch.arange(8)), batch_size=4, shuffle=True, num_workers=2, worker_init_fn=seed)
    for epoch in range(2):
        for batch in loader:
            print(epoch, batch)


if __name__ == "__main__":
    main()
