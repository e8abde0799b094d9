import torch
from torch.autograd import Variable

x = torch.zeros(3)
x = Variable(x.cuda(), volatile=True)
# output
import torch
from torch.autograd import Variable

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

x = torch.zeros(3)
x = Variable(x.to(device), volatile=True)
