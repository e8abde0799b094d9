import torch
import numba.cuda
from numba import cuda

kernel = numba.cuda.jit()
cuda.jit()
