# flags: --unsafe-fixes
import torch
from torch.autograd import Variable
from torch.distributions import Categorical

from metrics import accuracy, kept


def select_action(policy, state, values):
    m = Categorical(policy(state))
    action = m.sample()
    rows = m.sample((3,))
    return action.data[0], rows.data[0]


def styles(losses, outputs):
    score = 0
    for one in losses:
        score += one.backward()
    print("style %.3f" % score.data[0])
    d_x = torch.sigmoid(outputs)
    print("D(x): {:.3f}".format(d_x.data[0]), d_x.data[0], "{}".format(d_x.data[0]))


def precision_at(output, target, topk):
    _, pred = output.topk(max(topk), 1)
    return [pred.eq(target).float().sum(1, keepdim=True) for k in topk]


def train(output, target, meter):
    prec1, prec5 = accuracy(output.data, target, topk=(1, 5))
    acc1, acc5 = precision_at(output.data, target, topk=(1, 5))
    top1, other = kept(output.data, target)
    meter.update(prec1[0], prec5[0], acc1[0], acc5[0], top1[0])
    return Variable(output)


def epoch(model, batches, meter):
    total = 0
    for x, y in batches:
        kl, scores = model.both(x, y)
        total += kl.data[0]
        meter.update(kl.data[0], len(x))
        meter.update(scores.data[0], len(x))
        print(kl.data[0])
    return total
# output
import torch
from torch.autograd import Variable
from torch.distributions import Categorical

from metrics import accuracy, kept


def select_action(policy, state, values):
    m = Categorical(policy(state))
    action = m.sample()
    rows = m.sample((3,))
    return action.item(), rows.data[0]


def styles(losses, outputs):
    score = 0
    for one in losses:
        score += one.backward()
    print("style %.3f" % score.item())
    d_x = torch.sigmoid(outputs)
    print("D(x): {:.3f}".format(d_x.item()), d_x.data[0], "{}".format(d_x.data[0]))


def precision_at(output, target, topk):
    _, pred = output.topk(max(topk), 1)
    return [pred.eq(target).float().sum(1, keepdim=True) for k in topk]


def train(output, target, meter):
    prec1, prec5 = accuracy(output.data, target, topk=(1, 5))
    acc1, acc5 = precision_at(output.data, target, topk=(1, 5))
    top1, other = kept(output.data, target)
    meter.update(prec1.item(), prec5.item(), acc1[0], acc5[0], top1[0])
    return Variable(output)


def epoch(model, batches, meter):
    total = 0
    for x, y in batches:
        kl, scores = model.both(x, y)
        total += kl.item()
        meter.update(kl.item(), len(x))
        meter.update(scores.data[0], len(x))
        print(kl.data[0])
    return total
