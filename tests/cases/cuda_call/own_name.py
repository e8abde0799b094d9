# flags: --device-name where
import torch

device = 0
net = torch.nn.Linear(2, 2).cuda()
# output
import torch

where = torch.device("cuda" if torch.cuda.is_available() else "cpu")

device = 0
net = torch.nn.Linear(2, 2).to(where)
