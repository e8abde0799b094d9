import torch

where = torch.device("cuda" if torch.cuda.is_available() else "cpu")
print(where)
where = torch.device("cpu")
net = torch.nn.Linear(2, 2).cuda()
print(net.weight.to(where))
# output
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

where = torch.device("cuda" if torch.cuda.is_available() else "cpu")
print(where)
where = torch.device("cpu")
net = torch.nn.Linear(2, 2).to(device)
print(net.weight.to(where))
