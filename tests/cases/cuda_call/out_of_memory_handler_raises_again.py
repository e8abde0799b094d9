import torch

net = torch.nn.Linear(2, 2)
try:
    x = torch.zeros(1).cuda()
except RuntimeError as error:
    if "out of memory" not in str(error):
        raise
# output
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

net = torch.nn.Linear(2, 2)
try:
    x = torch.zeros(1).to(device)
except RuntimeError as error:
    if "out of memory" not in str(error):
        raise
