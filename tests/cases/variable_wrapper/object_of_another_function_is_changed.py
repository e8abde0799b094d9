from torch.autograd import Variable


def train(train_loader, model):
    for x, y, z in train_loader:
        x, y, z = Variable(x), Variable(y), Variable(z)
        attack(model, y)
        model(x, y, z)


def test(test_loader, model):
    for x, label in test_loader:
        x = x.resize_(4, 1)
        model(x, label)


def attack(model, y):
    y.requires_grad_()
    return model(y)
# output


def train(train_loader, model):
    for x, y, z in train_loader:
        x, y, z = x, y.detach(), z
        attack(model, y)
        model(x, y, z)


def test(test_loader, model):
    for x, label in test_loader:
        x = x.resize_(4, 1)
        model(x, label)


def attack(model, y):
    y.requires_grad_()
    return model(y)
