import torch


def solved(a, b):
    x, lu = torch.gesv(b, a)
    r, _ = torch.trtrs(b, a, upper=False)
    _, sizes, _ = torch.svd(a)
    return x + r, sizes


values, _ = torch.symeig(torch.eye(2))
# output
import torch


def solved(a, b):
    x = torch.linalg.solve(a, b)
    r = torch.linalg.solve_triangular(a, b, upper=False)
    sizes = torch.linalg.svdvals(a)
    return x + r, sizes


values = torch.linalg.eigvalsh(torch.eye(2), UPLO="U")
