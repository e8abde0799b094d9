import torch
from torchtext.data import BucketIterator, Field

text = Field(lower=True)
