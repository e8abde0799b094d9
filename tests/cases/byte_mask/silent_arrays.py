import numpy as np
import torch

mask = np.ones(3) > 0
y = 1 - mask
