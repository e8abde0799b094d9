import torch

read = torch.load
net = torch.nn.Linear(2, 2)
net.load_state_dict(read("net.pt"))
# output
import torch

read = torch.load
net = torch.nn.Linear(2, 2)
net.load_state_dict(read("net.pt", map_location="cpu"))
# findings
5: TFC501 safe fixed `read` without `map_location`
