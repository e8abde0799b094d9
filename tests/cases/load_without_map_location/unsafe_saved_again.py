import torch


def convert(net, path, out):
    states = torch.load(path)
    net.load_state_dict(states)
    torch.save(states, out)
# findings
5: TFC501 unsafe left a file names the devices of its tensors
