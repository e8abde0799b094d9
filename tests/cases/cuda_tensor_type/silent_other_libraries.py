import mylib
import torch

x = mylib.torch.cuda.FloatTensor(3)
y = mylib.cuda.FloatTensor([1])
z = x.type(mylib.FloatTensor)
