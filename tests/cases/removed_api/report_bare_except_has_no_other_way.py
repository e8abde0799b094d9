import sys

import torch

A = torch.eye(2)
try:
    first = torch.symeig(A)
except:
    pass
try:
    second = torch.symeig(A)
except Exception as error:
    print("no luck", str(error))
    sys.exit(1)
try:
    third = torch.symeig(A)
except BaseException:
    raise ValueError("no eigenvalues") from None
