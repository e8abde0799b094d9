import torch

cuda = torch.cuda.is_available()
x, y = torch.zeros(3), torch.ones(3)
if cuda: x = x.cuda(); y = y.cuda()  # both
# output
import torch

cuda = torch.cuda.is_available()
device = torch.device("cuda" if cuda else "cpu")
x, y = torch.zeros(3), torch.ones(3)
if cuda: x = x.to(device); y = y.to(device)  # both
