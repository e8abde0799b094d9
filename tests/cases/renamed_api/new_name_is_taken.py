from torch.nn.init import uniform


def uniform_(x):
    return x


uniform(uniform_(x))
# output
from torch.nn.init import uniform_ as uniform


def uniform_(x):
    return x


uniform(uniform_(x))
