import torch
from torch.utils import model_zoo

net = torch.nn.Linear(2, 2)
net.load_state_dict(model_zoo.load_url("https://example.org/net.pth", None, "cpu"))
net.load_state_dict(torch.hub.load_state_dict_from_url("https://example.org/net.pth", map_location="cpu"))
