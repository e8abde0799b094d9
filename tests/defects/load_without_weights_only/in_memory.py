import io

import torch

buffer = io.BytesIO()
torch.save([torch.zeros(3), torch.ones(2)], buffer)
buffer.seek(0)
zeros, ones = torch.load(buffer, weights_only=True)
# defect
import io

import torch

buffer = io.BytesIO()
torch.save([torch.zeros(3), torch.ones(2)], buffer)
buffer.seek(0)
zeros, ones = torch.load(buffer)
# findings
8: TFC504 safe
