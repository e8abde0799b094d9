import torch

A = torch.eye(3)
values, vectors = A.symeig(eigenvectors=True)
# output
import torch

A = torch.eye(3)
values, vectors = torch.linalg.eigh(A, UPLO="U")
