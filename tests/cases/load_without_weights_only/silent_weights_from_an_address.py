import torch

state = torch.hub.load_state_dict_from_url("https://example.org/a.pt")
