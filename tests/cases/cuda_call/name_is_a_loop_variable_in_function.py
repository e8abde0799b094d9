import torch


def show(devices):
    net = torch.nn.Linear(2, 2).cuda()
    for device in devices:
        print(device)
    return net
# output
import torch


def show(devices):
    torch_device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    net = torch.nn.Linear(2, 2).to(torch_device)
    for device in devices:
        print(device)
    return net
