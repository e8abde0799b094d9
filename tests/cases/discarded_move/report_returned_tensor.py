import torch


def make():
    return torch.zeros(3)


x = make()
x.cuda()
# findings
9: TFC306 report left dropped
