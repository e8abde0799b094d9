import numpy as np
import torch

rows = torch.from_numpy(np.msort(np.ones((2, 3))))
# output
import numpy as np
import torch

rows = torch.from_numpy(np.sort(np.ones((2, 3)), axis=0))
