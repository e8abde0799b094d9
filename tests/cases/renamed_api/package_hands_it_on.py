# path: package/__init__.py
import torch
from collections import Iterable
# output
import torch
from collections.abc import Iterable
