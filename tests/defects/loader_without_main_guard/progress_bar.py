import torch
from torch.utils.data import DataLoader
from tqdm import tqdm


def main():
    loader = DataLoader(torch.arange(8), batch_size=4, num_workers=2)
    for batch in tqdm(loader, desc="train"):
        print(batch.sum())


if __name__ == "__main__":
    main()
# defect
import torch
from torch.utils.data import DataLoader
from tqdm import tqdm


def main():
    loader = DataLoader(torch.arange(8), batch_size=4, num_workers=2)
    for batch in tqdm(loader, desc="train"):
        print(batch.sum())


try:
    main()
except KeyboardInterrupt:
    print("stopped")
# findings
7: TFC401 unsafe
