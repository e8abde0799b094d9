# flags: --unsafe-fixes
import torch
from torch.utils.data import DataLoader

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
loader = DataLoader(
    data,
    batch_size=4,  # small
)
for x, y in loader:
    step(x.to(device), y)
# output
import torch
from torch.utils.data import DataLoader

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
loader = DataLoader(
    data,
    batch_size=4,  # small
    pin_memory=torch.cuda.is_available(),
)
for x, y in loader:
    step(x.to(device), y)
