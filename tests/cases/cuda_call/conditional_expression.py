import torch

use_cuda = torch.cuda.is_available()
x = torch.zeros(3)
x = x.cuda() if use_cuda else x
# output
import torch

use_cuda = torch.cuda.is_available()
device = torch.device("cuda" if use_cuda else "cpu")
x = torch.zeros(3)
x = x.to(device) if use_cuda else x
