from torch.utils import data

WORKERS = 4


def loader_for(train_set):
    return data.DataLoader(train_set, batch_size=32, num_workers=WORKERS, pin_memory=True)
# defect
from torch.utils import data

WORKERS = 40


def loader_for(train_set):
    return data.DataLoader(train_set, batch_size=32, num_workers=WORKERS, pin_memory=True)
# findings
7: TFC404 report
