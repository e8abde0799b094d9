import torch
from torch.utils.data import DataLoader

loader = DataLoader(data, batch_size=4)
for images, labels in loader:
    show(images.numpy(), labels.numpy())
for i, batch in enumerate(loader):
    show(batch[0].numpy(), batch["label"].numpy())
