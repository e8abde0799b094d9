import torch

if hasattr(torch, 'symeig'):
    values = torch.symeig(A)[0]
else:
    values = torch.linalg.eigvalsh(A)
