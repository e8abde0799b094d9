import torch
from torch import symeig

values, vectors = symeig(torch.eye(3), eigenvectors=True)
# output
import torch

values, vectors = torch.linalg.eigh(torch.eye(3), UPLO="U")
