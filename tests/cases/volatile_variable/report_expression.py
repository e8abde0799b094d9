import torch
from torch.autograd import Variable


def to_var(x, test, args):
    a = Variable(x, volatile=test)
    b = Variable(x, volatile=not args.train)
    d = Variable(x, volatile=args.mode == "test")
    return a, b, Variable(x, False, not test)
# findings
6: TFC203 report left `with torch.set_grad_enabled(not test):`
7: TFC203 report left `with torch.set_grad_enabled(args.train):`
8: TFC203 report left `with torch.set_grad_enabled(not (args.mode == "test")):`
9: TFC203 report left `with torch.set_grad_enabled(test):`
