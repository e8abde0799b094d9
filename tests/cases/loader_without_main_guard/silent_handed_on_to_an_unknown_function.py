from torch.utils.data import DataLoader

save(DataLoader(data, num_workers=3))
