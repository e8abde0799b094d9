import torch

use_cuda = False
if torch.cuda.is_available():
    use_cuda = True
net = torch.nn.Linear(2, 2)
if use_cuda:
    net.cuda()
# output
import torch

use_cuda = False
if torch.cuda.is_available():
    use_cuda = True
device = torch.device("cuda" if use_cuda else "cpu")
net = torch.nn.Linear(2, 2)
if use_cuda:
    net.to(device)
