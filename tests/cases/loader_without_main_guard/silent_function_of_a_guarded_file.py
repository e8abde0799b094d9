import argparse

from torch.utils.data import DataLoader

from data import Pictures

parser = argparse.ArgumentParser()
parser.add_argument("--workers", type=int, default=4)
args = parser.parse_args()
pictures = Pictures("train")


def main():
    loader = DataLoader(pictures, batch_size=16, num_workers=args.workers)
    for x in loader:
        print(x.mean())


if __name__ == "__main__":
    main()
