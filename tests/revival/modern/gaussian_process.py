"""Regression by a Gaussian process, with the linear algebra of that time."""
from __future__ import print_function
import math
import numpy as np
import torch

torch.manual_seed(3)
X = torch.linspace(0, 3, 8).double().view(-1, 1)
y = torch.sin(X) + 0.05 * torch.randn(8, 1).double()
Xs = torch.linspace(0.2, 2.8, 4).double().view(-1, 1)


def kernel(a, b, length=0.7):
    d = (a.expand(a.size(0), b.size(0)) - b.t().expand(a.size(0), b.size(0))).pow(2)
    return torch.exp(-0.5 * d / length ** 2)


K = kernel(X, X) + 0.01 * torch.eye(8).double()
L = torch.linalg.cholesky(K)
alpha = torch.linalg.solve(K, y)
Ks = kernel(X, Xs)
mean = torch.mm(Ks.t(), alpha)
v = torch.linalg.solve_triangular(L, Ks, upper=False)
var = torch.diag(kernel(Xs, Xs) - torch.mm(v.t(), v))
log_likelihood = -0.5 * torch.mm(y.t(), alpha)[0, 0] - torch.log(torch.diag(L)).sum() - 4 * math.log(2 * np.pi)
print('log likelihood %.4f' % log_likelihood)
for m, s in zip(mean.view(-1), var):
    print('%.4f +- %.4f' % (m, s))

# the spectrum of the kernel
e, V = torch.linalg.eigh(K)
print('largest %.4f, smallest %.4f' % (e[-1], e[0]))
print('rebuilt %.6f' % (torch.mm(V * e.unsqueeze(0), V.t()) - K).abs().max())
only_values = torch.linalg.eigvalsh(K)
print('trace %.4f %.4f' % (only_values.sum(), K.trace()))
inverse = torch.cholesky_inverse(L)
print('identity %.6f' % (torch.mm(inverse, K) - torch.eye(8).double()).abs().max())
Q, R = torch.linalg.qr(K)
print('qr %.6f' % (torch.mm(Q, R) - K).abs().max())
