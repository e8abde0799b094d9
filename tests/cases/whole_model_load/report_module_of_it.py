import torch

state = torch.load(f).module.state_dict()
net.load_state_dict(state)
# findings
3: TFC503 report left nothing in this file is known to save it
