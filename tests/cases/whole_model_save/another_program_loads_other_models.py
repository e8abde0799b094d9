# flags: --unsafe-fixes
# path: first/train.py
# other: second/evaluate.py
#| import sys
#| import torch
#| model = torch.load(sys.argv[1])
#| other = torch.load("{}.pt".format(sys.argv[2]))
#| model.eval()
#| other.eval()
import torch

net = torch.nn.Linear(2, 1)
torch.save(net, "net.pt")
# output
import torch

net = torch.nn.Linear(2, 1)
torch.save(net.state_dict(), "net.pt")
