# coding:utf8
import torch as t
from torch.autograd import Variable
from torch.utils.data import DataLoader, TensorDataset
import models
from config import opt

t.manual_seed(16)
images = t.rand(24, 3, 6, 6)
labels = (images.view(24, -1).mean(1) > 0.5).long()


def train(**kwargs):
    opt.parse(kwargs)
    model = getattr(models, opt.model)()
    if opt.use_gpu:
        model.cuda()
    train_dataloader = DataLoader(TensorDataset(images, labels), opt.batch_size, shuffle=False)
    criterion = t.nn.CrossEntropyLoss()
    lr = opt.lr
    optimizer = t.optim.Adam(model.parameters(), lr=lr, weight_decay=opt.weight_decay)
    previous_loss = 1e100
    for epoch in xrange(opt.max_epoch):
        total, count = 0, 0
        for ii, (data, label) in enumerate(train_dataloader):
            input = Variable(data)
            target = Variable(label)
            if opt.use_gpu:
                input = input.cuda()
                target = target.cuda()
            optimizer.zero_grad()
            score = model(input)
            loss = criterion(score, target)
            loss.backward()
            optimizer.step()
            total += loss.data[0]
            count += 1
        name = model.save()
        print('epoch:%d, lr:%.4f, loss:%.4f, accuracy:%.2f' % (epoch, lr, total / count, val(model, train_dataloader)))
        if total / count > previous_loss:
            lr = lr * opt.lr_decay
            for param_group in optimizer.param_groups:
                param_group['lr'] = lr
        previous_loss = total / count
    again = getattr(models, opt.model)()
    again.load(name)
    print('weights %.4f' % sum(p.data.abs().sum() for p in again.parameters()))


def val(model, dataloader):
    model.eval()
    correct = 0
    for ii, (input, label) in enumerate(dataloader):
        val_input = Variable(input, volatile=True)
        if opt.use_gpu:
            val_input = val_input.cuda()
        score = model(val_input)
        correct += (score.data.max(1)[1].cpu() == label).sum()
    model.train()
    return 100. * correct / len(dataloader.dataset)


if __name__ == '__main__':
    train(max_epoch=2)
