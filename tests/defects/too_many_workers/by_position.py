import torch
from torch.utils.data import DataLoader

loader = DataLoader(torch.zeros(8, 2), 4, True, None, None, 2)
# defect
import torch
from torch.utils.data import DataLoader

loader = DataLoader(torch.zeros(8, 2), 4, True, None, None, 20)
# findings
4: TFC404 report
