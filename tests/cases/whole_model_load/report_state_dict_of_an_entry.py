import torch

net.load_state_dict(torch.load(f)["model"].float().state_dict())
# findings
3: TFC503 report left under 'model'
