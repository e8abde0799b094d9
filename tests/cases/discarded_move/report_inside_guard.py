import torch

use_cuda = torch.cuda.is_available()
x = torch.zeros(3)
if use_cuda:
    x.cuda()
# findings
6: TFC306 report left dropped
