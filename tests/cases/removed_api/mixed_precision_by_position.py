import torch
from torch.cuda.amp import autocast

use = True
with autocast(use):
    pass
with torch.cuda.amp.autocast(False, torch.float16):
    pass
with torch.cpu.amp.autocast(use, dtype=torch.bfloat16):
    pass
# output
import torch

use = True
with torch.amp.autocast("cuda", enabled=use):
    pass
with torch.amp.autocast("cuda", enabled=False, dtype=torch.float16):
    pass
with torch.amp.autocast("cpu", enabled=use, dtype=torch.bfloat16):
    pass
