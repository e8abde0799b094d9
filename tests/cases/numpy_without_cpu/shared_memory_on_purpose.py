import torch

buf = torch.zeros(3, requires_grad=True)
view = buf.numpy()
view[0] = 5
other = torch.nn.Parameter(torch.zeros(3)).cuda()
shared = other.data.numpy()
shared[0] = 5
# output
import torch

buf = torch.zeros(3, requires_grad=True)
view = buf.detach().numpy()
view[0] = 5
other = torch.nn.Parameter(torch.zeros(3)).cuda()
shared = other.data.cpu().numpy()
shared[0] = 5
