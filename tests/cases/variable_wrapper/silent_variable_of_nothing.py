from torch.autograd import Variable

x = Variable(None)
print(x.size())
