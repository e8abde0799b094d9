from torch.utils.data import DataLoader

loader = DataLoader(data, num_workers=3)
