from torch import device, zeros

where = device("cuda")
