import torch
from torch.utils.data import DataLoader

datasets = {"train": torch.arange(8), "val": torch.arange(4)}
loaders = {phase: DataLoader(datasets[phase], batch_size=4, shuffle=True) for phase in ("train", "val")}


def train_model(epochs):
    for epoch in range(epochs):
        for phase in ("train", "val"):
            for inputs in loaders[phase]:
                print(phase, inputs.sum())


train_model(2)
# defect
import torch
from torch.utils.data import DataLoader

datasets = {"train": torch.arange(8), "val": torch.arange(4)}
loaders = {phase: DataLoader(datasets[phase], batch_size=4, shuffle=True, num_workers=4) for phase in ("train", "val")}


def train_model(epochs):
    for epoch in range(epochs):
        for phase in ("train", "val"):
            for inputs in loaders[phase]:
                print(phase, inputs.sum())


train_model(2)
# findings
5: TFC401 unsafe
