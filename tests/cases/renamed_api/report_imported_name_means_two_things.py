import torch
from torch._six import string_classes

if torch.cuda.is_available():
    string_classes = (str, bytes)
print(isinstance("", string_classes))
