class DataLoader:
    pass


loader = DataLoader(num_workers=64)
