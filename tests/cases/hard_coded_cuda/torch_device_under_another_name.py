import torch as th

device = th.device("cuda:0")
# output
import torch as th

device = th.device("cuda:0" if th.cuda.is_available() else "cpu")
