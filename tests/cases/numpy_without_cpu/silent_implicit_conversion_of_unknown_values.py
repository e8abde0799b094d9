import numpy as np
import torch


def mean(model, batches):
    scores = []
    for batch in batches:
        scores.append(model.score(batch))
    return np.mean(scores), np.array(batches)
