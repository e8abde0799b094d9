import torch
from torch.utils.data import Sampler
from torch.utils.data.sampler import Sampler as Base
from torch.optim.lr_scheduler import StepLR


class Backwards(Sampler):
    def __init__(self, data_source):
        super(Backwards, self).__init__(data_source)
        self.size = len(data_source)


class Typed(Base[int]):
    def __init__(self, data):
        super().__init__(data_source=data)


class Loud(StepLR):
    def __init__(self, optimizer):
        super().__init__(optimizer, 3, verbose=True)
# output
import torch
from torch.utils.data import Sampler
from torch.utils.data.sampler import Sampler as Base
from torch.optim.lr_scheduler import StepLR


class Backwards(Sampler):
    def __init__(self, data_source):
        super(Backwards, self).__init__()
        self.size = len(data_source)


class Typed(Base[int]):
    def __init__(self, data):
        super().__init__()


class Loud(StepLR):
    def __init__(self, optimizer):
        super().__init__(optimizer, 3)
