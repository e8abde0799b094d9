# flags: --device-expression torch.accelerator.current_accelerator()
import torch

use_cuda = torch.cuda.is_available()
net = torch.nn.Linear(2, 2)
if use_cuda:
    net.cuda()
# output
import torch

use_cuda = torch.cuda.is_available()
device = torch.accelerator.current_accelerator() if use_cuda else torch.device("cpu")
net = torch.nn.Linear(2, 2)
if use_cuda:
    net.to(device)
