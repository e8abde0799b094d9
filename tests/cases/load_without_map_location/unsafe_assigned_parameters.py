import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def restore(net, path):
    net.load_state_dict(torch.load(path), assign=True)
# findings
7: TFC501 unsafe left assign=True
