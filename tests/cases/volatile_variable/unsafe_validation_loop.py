import torch
from torch.autograd import Variable


def validate(model, criterion, loader, losses):
    model.eval()
    for i, (input, target) in enumerate(loader):
        target = target.cuda()
        input_var = torch.autograd.Variable(input, volatile=True)
        target_var = torch.autograd.Variable(target, volatile=True)

        # compute output
        output = model(input_var)
        loss = criterion(output, target_var)

        prec1 = accuracy(output.data, target)
        losses.update(loss.data[0], input.size(0))
