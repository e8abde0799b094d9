import torch
from torch.quantization import get_default_qconfig

config = get_default_qconfig()
# output
import torch
from torch.ao.quantization import get_default_qconfig

config = get_default_qconfig()
