import torch as t

x = t.zeros(3).cuda()
# output
import torch as t

device = t.device("cuda" if t.cuda.is_available() else "cpu")

x = t.zeros(3).to(device)
