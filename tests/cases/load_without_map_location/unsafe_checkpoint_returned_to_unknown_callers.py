import torch


def load_checkpoint(net, path):
    checkpoint = torch.load(path)
    net.load_state_dict(checkpoint["net"])
    return checkpoint
# findings
5: TFC501 unsafe left it is returned by `load_checkpoint` (line 7)
