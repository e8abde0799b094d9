from torch import cuda

cuda.set_device(gpu)
# output
from torch import cuda

if cuda.is_available():
    cuda.set_device(gpu)
