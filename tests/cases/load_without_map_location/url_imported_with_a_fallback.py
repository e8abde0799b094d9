import torch

try:
    from torch.hub import load_state_dict_from_url
except ImportError:
    from torch.utils.model_zoo import load_url as load_state_dict_from_url

net = torch.nn.Linear(2, 2)
net.load_state_dict(load_state_dict_from_url("https://example.org/net.pth"))
# output
import torch

try:
    from torch.hub import load_state_dict_from_url
except ImportError:
    from torch.utils.model_zoo import load_url as load_state_dict_from_url

net = torch.nn.Linear(2, 2)
net.load_state_dict(load_state_dict_from_url("https://example.org/net.pth", map_location="cpu"))
