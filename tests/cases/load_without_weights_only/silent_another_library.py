import numpy as np

state = np.load("a.npy")
