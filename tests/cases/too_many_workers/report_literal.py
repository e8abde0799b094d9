from torch.utils.data import DataLoader

loader = DataLoader(data, num_workers=30)
# findings
3: TFC404 report left 30 processes
