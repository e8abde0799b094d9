"""Semi-supervised two moons: a student, and a teacher that is the moving average of the student's weights."""
import argparse
import math
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Variable

parser = argparse.ArgumentParser(description='Mean teacher')
parser.add_argument('--data', default='moons', help='name of the data set')
parser.add_argument('--labeled', default=8, type=int)
parser.add_argument('--epochs', default=5, type=int)
parser.add_argument('--ema-decay', default=0.97, type=float, metavar='ALPHA')
parser.add_argument('--consistency', default=2.0, type=float)
parser.add_argument('--consistency-rampup', default=3, type=int)
parser.add_argument('--gpu', default=False, action='store_true')
args = parser.parse_args()

torch.manual_seed(17)
NO_LABEL = -1
global_step = 0


def moons(n):
    angle = torch.rand(n) * math.pi
    label = torch.arange(n) % 2
    x = torch.stack([torch.cos(angle) + label.float(), torch.sin(angle) * (1 - 2 * label.float())], 1)
    return x + torch.randn(n, 2) * 0.1, label


class Net(nn.Module):
    def __init__(self):
        super(Net, self).__init__()
        self.fc1 = nn.Linear(2, 24)
        self.bn = nn.BatchNorm1d(24)
        self.fc2 = nn.Linear(24, 2)
        for m in self.modules():
            if isinstance(m, nn.Linear):
                nn.init.kaiming_normal(m.weight.data)
                m.bias.data.zero_()

    def forward(self, x):
        x = F.relu(self.bn(self.fc1(x)))
        return self.fc2(F.dropout(x, 0.2, training=self.training))


def create_model(ema=False):
    model = Net()
    if args.gpu:
        model = nn.DataParallel(model).cuda()
    if ema:
        for param in model.parameters():
            param.detach_()
    return model


def update_teacher(model, ema_model, alpha, global_step):
    # a plain average in the first steps
    alpha = min(1 - 1 / (global_step + 1), alpha)
    for ema_param, param in zip(ema_model.parameters(), model.parameters()):
        ema_param.data.mul_(alpha).add_(1 - alpha, param.data)


def consistency_weight(epoch):
    current = min(max(epoch / args.consistency_rampup, 0.0), 1.0)
    return args.consistency * math.exp(-5.0 * (1.0 - current) ** 2)


inputs, targets = moons(160)
hidden = targets.clone()
targets[args.labeled:] = NO_LABEL
val_inputs, val_targets = moons(100)
if args.gpu:
    val_inputs.cuda()

model, ema_model = create_model(), create_model(ema=True)
criterion = nn.CrossEntropyLoss(ignore_index=NO_LABEL)
optimizer = torch.optim.SGD(model.parameters(), 0.1, momentum=0.9, nesterov=True)


def train(epoch):
    global global_step
    model.train()
    ema_model.train()
    order = torch.randperm(len(inputs) - args.labeled) + args.labeled
    for i in range(0, len(order), 24):
        idx = torch.cat([torch.arange(args.labeled), order[i:i + 24]])
        input, ema_input = (inputs[idx] + torch.randn(len(idx), 2) * 0.05 for _ in range(2))
        target = targets[idx]
        if args.gpu:
            input, ema_input, target = input.cuda(), ema_input.cuda(), target.cuda()
        input_var = Variable(input)
        target_var = Variable(target)
        ema_logit = Variable(ema_model(Variable(ema_input)).data, requires_grad=False)
        logit = model(input_var)
        class_loss = criterion(logit, target_var)
        consistency_loss = F.mse_loss(F.softmax(logit, 1), F.softmax(ema_logit, 1))
        loss = class_loss + consistency_weight(epoch) * consistency_loss
        assert not (math.isnan(loss.data.item())), 'diverged'
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        global_step += 1
        update_teacher(model, ema_model, args.ema_decay, global_step)
    return class_loss.data.item(), consistency_loss.data.item()


def validate(model):
    model.eval()
    output = model(Variable(val_inputs.cuda() if args.gpu else val_inputs))
    pred = output.data.max(1)[1].cpu()
    return 100.0 * (pred == val_targets).sum().item() / len(val_targets)


for epoch in range(args.epochs):
    class_loss, consistency_loss = train(epoch)
    print('%s epoch %d: class %.6f consistency %.6f student %.1f%% teacher %.1f%%' % (
        args.data, epoch, class_loss, consistency_loss, validate(model), validate(ema_model)))
