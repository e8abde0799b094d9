# flags: --unsafe-fixes
import torch


def table(device, a, b):
    x = torch.cuda.FloatTensor([1, 2.5])
    y = torch.cuda.LongTensor([[1, 2], [3, 4]])
    z = torch.cuda.ByteTensor([v > 0 for v in a])
    w = torch.cuda.IntTensor((1, 2))
    return x, y, z, w, torch.cuda.DoubleTensor([0] * len(b)), torch.cuda.BoolTensor(list(a))
# output
import torch


def table(device, a, b):
    x = torch.tensor([1, 2.5], dtype=torch.float32, device=device)
    y = torch.tensor([[1, 2], [3, 4]], dtype=torch.int64, device=device)
    z = torch.tensor([v > 0 for v in a], dtype=torch.uint8, device=device)
    w = torch.tensor((1, 2), dtype=torch.int32, device=device)
    return x, y, z, w, torch.tensor([0] * len(b), dtype=torch.float64, device=device), torch.tensor(list(a), dtype=torch.bool, device=device)
