import numpy as np
import torch

y = np.ones((2, 3)).transpose(1, 0).view(-1)
