import torch
from sklearn.cross_validation import KFold

folds = KFold(10)
