import torch

where = torch.device("cuda" if torch.cuda.is_available() else "cpu")
net = torch.nn.Linear(2, 2).cuda()
x = torch.ones(2, 2).to(where)
# output
import torch

where = torch.device("cuda" if torch.cuda.is_available() else "cpu")
net = torch.nn.Linear(2, 2).to(where)
x = torch.ones(2, 2).to(where)
