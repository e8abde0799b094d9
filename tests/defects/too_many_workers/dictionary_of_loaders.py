from torch.utils.data import DataLoader


def make(datasets):
    return {phase: DataLoader(datasets[phase], batch_size=4, num_workers=4) for phase in ("train", "val")}
# defect
from torch.utils.data import DataLoader


def make(datasets):
    return {phase: DataLoader(datasets[phase], batch_size=4, num_workers=36) for phase in ("train", "val")}
# findings
5: TFC404 report
