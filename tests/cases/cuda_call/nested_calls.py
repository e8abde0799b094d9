import torch
from torch.autograd import Variable

x = Variable(torch.zeros(3).cuda()).cuda()
# output
import torch
from torch.autograd import Variable

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

x = Variable(torch.zeros(3).to(device)).to(device)
