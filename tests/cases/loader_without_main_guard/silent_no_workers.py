from torch.utils.data import DataLoader

for x in DataLoader(data, num_workers=0):
    print(x)
