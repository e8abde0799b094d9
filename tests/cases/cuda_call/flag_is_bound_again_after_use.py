import torch

use_cuda = True
net = torch.nn.Linear(2, 2)
if use_cuda:
    net.cuda()
use_cuda = False
# output
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

use_cuda = True
net = torch.nn.Linear(2, 2)
if use_cuda:
    net.to(device)
use_cuda = False
