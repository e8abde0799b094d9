import sys

import torch

if not torch.cuda.is_available():
    sys.exit("needs a GPU")
device = torch.device("cuda")
x = torch.zeros(3, device="cuda")
