from torch.utils.data import DataLoader


class Data:
    def __init__(self, dataset):
        self.dataset = dataset
        self.workers = 8

    def train(self):
        return DataLoader(self.dataset, batch_size=4, shuffle=True, num_workers=self.workers)
# defect
from torch.utils.data import DataLoader


class Data:
    def __init__(self, dataset):
        self.dataset = dataset
        self.workers = 48

    def train(self):
        return DataLoader(self.dataset, batch_size=4, shuffle=True, num_workers=self.workers)
# findings
10: TFC404 report
