import torch

w = torch.nn.Parameter(torch.ones(2, 3))
t = w.data.t_()
u = w.data.unsqueeze_(0).expand(4, 2, 3)
# output
import torch

w = torch.nn.Parameter(torch.ones(2, 3))
t = w.detach().t_()
u = w.detach().unsqueeze_(0).expand(4, 2, 3)
