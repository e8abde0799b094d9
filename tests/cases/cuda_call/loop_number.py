import torch

parts = []
for i in range(torch.cuda.device_count()):
    parts.append(torch.zeros(3).cuda(i))
more = [torch.zeros(3).cuda(i) for i in range(2)]
# output
import torch

parts = []
for i in range(torch.cuda.device_count()):
    parts.append(torch.zeros(3).to(i))
more = [torch.zeros(3).to(i) for i in range(2)]
