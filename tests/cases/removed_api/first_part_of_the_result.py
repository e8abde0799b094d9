import torch

x = torch.gesv(b, A)[0]
y = b.new_ones(2)
# output
import torch

x = torch.linalg.solve(A, b)
y = b.new_ones(2)
