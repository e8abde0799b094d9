# flags: --target-torch 1.1
import torch

n = torch.ones(3, dtype=torch.long)
n.data <<= 1
# findings
4: TFC601 report left needs torch 1.10
