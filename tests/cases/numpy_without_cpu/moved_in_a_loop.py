import torch
from torch.utils.data import DataLoader

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
for images, labels in DataLoader(data):
    images, labels = images.to(device), labels.to(device)
    print((images > 0).sum(1).numpy(), labels.numpy())
# output
import torch
from torch.utils.data import DataLoader

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
for images, labels in DataLoader(data):
    images, labels = images.to(device), labels.to(device)
    print((images > 0).sum(1).cpu().numpy(), labels.cpu().numpy())
