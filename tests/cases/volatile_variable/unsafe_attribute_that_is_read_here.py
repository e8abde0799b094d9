import torch
from torch.autograd import Variable


class Tester:
    def set_input(self, x):
        self.x = Variable(x, volatile=True)

    def test(self):
        self.fake = self.netG(self.x)
        return self.fake.data
