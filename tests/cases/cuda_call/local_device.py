import torch


def run(net):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = torch.nn.Linear(2, 2).cuda()
    return model(torch.zeros(2).to(device))
# output
import torch


def run(net):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = torch.nn.Linear(2, 2).to(device)
    return model(torch.zeros(2).to(device))
