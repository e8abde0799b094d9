import sys

import torch

if sys.version_info[0] < 3:
    numbers = xrange(3)
else:
    numbers = range(3)
