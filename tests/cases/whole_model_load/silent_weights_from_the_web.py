import torch

from models import Net

net = Net()
net.load_state_dict(torch.hub.load_state_dict_from_url(url))
net.eval()
