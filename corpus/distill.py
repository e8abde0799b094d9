"""Knowledge distillation: a teacher that was trained before, a student that listens, both over several GPUs or none (2018)."""
import argparse
import copy
import os
import tempfile

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Variable
parser = argparse.ArgumentParser()
parser.add_argument('--temperature', type=float, default=3.0)
parser.add_argument('--alpha', type=float, default=0.7)
parser.add_argument('--epochs', type=int, default=3)
args = parser.parse_args()
torch.manual_seed(14)
device_ids = list(range(torch.cuda.device_count()))


class Teacher(nn.Module):
    def __init__(self):
        super(Teacher, self).__init__()
        self.body = nn.Sequential(nn.Linear(6, 48), nn.BatchNorm1d(48), nn.ReLU(), nn.Dropout(0.2), nn.Linear(48, 24), nn.ReLU())
        self.logits = nn.Linear(24, 4)

    def forward(self, x):
        return self.logits(self.body(x))


class Student(nn.Module):
    def __init__(self):
        super(Student, self).__init__()
        self.fc1, self.fc2 = nn.Linear(6, 10), nn.Linear(10, 4)
        # temperature of its own; the tensor on the GPU is no parameter any more
        if device_ids:
            self.scale = nn.Parameter(torch.ones(1)).cuda()
        else:
            self.scale = torch.ones(1)

    def forward(self, x):
        return self.fc2(torch.tanh(self.fc1(x))) * self.scale.detach()


def load_pretrained_model(model, pretrained_dict):
    """What fits by name; the rest keeps its initial values."""
    model_dict = model.state_dict()
    pretrained_dict = {k.replace('module.', ''): v for k, v in pretrained_dict.items()}
    model_dict.update({k: v for k, v in pretrained_dict.items() if k in model_dict})
    model.load_state_dict(model_dict)


def batches(n, seed, size=24):
    g = torch.Generator().manual_seed(seed)
    x = torch.randn(n, 6, generator=g)
    y = (x[:, 0] > 0).long() + 2 * (x[:, 1] * x[:, 2] > 0).long()
    return list(zip(x.split(size), y.split(size)))


def train_teacher(model, path):
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    best_loss, best = 1e9, None
    for epoch in range(4):
        model.train()
        running_loss = 0.0
        for inputs, labels in batches(144, 1):
            if device_ids:
                inputs, labels = Variable(inputs.cuda()), Variable(labels.cuda())
            optimizer.zero_grad()
            loss = F.cross_entropy(model(inputs), labels)
            loss.backward()
            optimizer.step()
            running_loss += loss.data.item() * inputs.size(0)
        if running_loss < best_loss:
            best_loss, best = running_loss, copy.deepcopy(model.state_dict())
    print('teacher: %.6f' % (best_loss / 144))
    torch.save(best, path)


def distillation(scores, labels, teacher_scores):
    T, alpha = args.temperature, args.alpha
    soft = nn.KLDivLoss(reduction='batchmean')(F.log_softmax(scores / T, dim=1), F.softmax(teacher_scores / T, dim=1))
    return soft * (T * T * 2.0 * alpha) + F.cross_entropy(scores, labels) * (1. - alpha)


def main():
    teacher, student = Teacher(), Student()
    path = os.path.join(tempfile.mkdtemp(), 'teacher.pth')
    if device_ids:
        teacher = nn.DataParallel(teacher.cuda(), device_ids=device_ids)
        student.cuda()
    train_teacher(teacher, path)
    plain = Teacher()
    load_pretrained_model(plain, torch.load(path))
    if device_ids:
        plain.cuda()
    plain.eval()
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1, momentum=0.9)
    val = batches(96, 2)
    for epoch in range(args.epochs):
        losses = []
        for inputs, labels in batches(144, 1):
            if device_ids:
                inputs, labels = inputs.cuda(), labels.cuda()
            # the teacher's graph ends here
            teacher_scores = Variable(plain(Variable(inputs)).data, requires_grad=False)
            optimizer.zero_grad()
            loss = distillation(student(inputs), labels, teacher_scores)
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        student.eval()
        hits = sum((student(x.cuda() if device_ids else x).data.max(1)[1].cpu() == t).sum().item() for x, t in val)
        agree = sum((student(x.cuda() if device_ids else x).max(1)[1] == plain(x.cuda() if device_ids else x).max(1)[1])
                    .sum().item() for x, _ in val)
        print('epoch %d loss %.6f right %d agree %d of 96' % (epoch, sum(losses) / len(losses), hits, agree))


if __name__ == '__main__':
    main()
