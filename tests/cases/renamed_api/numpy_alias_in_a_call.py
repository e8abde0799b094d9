import numpy as np
import torch

mask = torch.from_numpy(np.zeros(3, dtype=np.float).astype(np.int))
# output
import numpy as np
import torch

mask = torch.from_numpy(np.zeros(3, dtype=float).astype(int))
