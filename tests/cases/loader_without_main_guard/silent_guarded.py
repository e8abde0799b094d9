from torch.utils.data import DataLoader

if __name__ == "__main__":
    for x in DataLoader(data, num_workers=3):
        print(x)
