from torch.autograd import Variable


def predict(net, img):
    x = Variable(img, volatile=True)
    return net(x)
