import torch

A = torch.eye(2)
try:
    first = torch.symeig(A)
except:
    first = None
try:
    second = torch.symeig(A)
except Exception:
    from scipy.linalg import eigh

try:
    torch.symeig(A)
except BaseException:
    torch.linalg.eigh(A)


def has_it():
    try:
        torch.symeig(A)
        return True
    except Exception:
        return False


try:
    torch.linalg.eigh(A)
except:
    torch.symeig(A)
