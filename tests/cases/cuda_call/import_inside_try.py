import torch

try:
    import apex
except ImportError:
    apex = None
net = torch.nn.Linear(2, 2).cuda()
# output
import torch

try:
    import apex
except ImportError:
    apex = None
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
net = torch.nn.Linear(2, 2).to(device)
