# flags: --unsafe-fixes
import torch

model = torch.nn.Linear(2, 1)
epoch = 3
torch.save((epoch, model), "net.pt")
# output
import torch

model = torch.nn.Linear(2, 1)
epoch = 3
torch.save((epoch, model.state_dict()), "net.pt")
