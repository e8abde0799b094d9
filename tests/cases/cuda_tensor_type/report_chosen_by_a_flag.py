import numpy as np
import torch
from torch.autograd import Variable

cuda = torch.cuda.is_available()
Tensor = torch.cuda.FloatTensor if cuda else torch.FloatTensor
z = Variable(Tensor(np.random.normal(0, 1, (4, 8))))
# findings
6: TFC303 report left the program chooses already
