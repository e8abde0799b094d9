# flags: --unsafe-fixes
import torch


def first(x):
    y = x + 1
    a = torch.cuda.FloatTensor(3, 4)
    b = torch.cuda.LongTensor([1])
    return y.type(torch.cuda.FloatTensor), a, b


def second(x):
    return x.type(torch.cuda.FloatTensor)
# output
import torch


def first(x):
    y = x + 1
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    a = torch.empty(3, 4, device=device)
    b = torch.tensor([1], dtype=torch.int64, device=device)
    return y.to(device, dtype=torch.float32), a, b


def second(x):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return x.to(device, dtype=torch.float32)
