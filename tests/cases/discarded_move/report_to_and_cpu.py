import torch

device = torch.device("cpu")
x = torch.zeros(3)
x.to(device)
x.cpu()
x.float().cuda(non_blocking=True)
# findings
5: TFC306 report left `.to(..)`
6: TFC306 report left `.cpu(..)`
7: TFC306 report left `.cuda(..)`
