import torch
from torch.utils.ffi import create_extension
