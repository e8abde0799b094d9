import torch


def read(x):
    return x.mean().numpy()


print("%.3f" % read(torch.ones(3)))
# findings
5: TFC801 unsafe left callers of `read` in other files
