import torch

net = torch.nn.Linear(3, 1)
old = torch.optim.SGD(net.parameters(), 0.1)


def step(x):
    net(x).sum().backward()
    grad = net.weight.grad.data
    grad.mul_(0.5)
    old.zero_grad(set_to_none=False)
    print(grad is net.weight.grad)


def turned(x):
    net(x).sum().backward()
    grad = net.weight.grad.data
    grad.t_()
    print(grad.shape, net.weight.grad.shape)


def added(grad):
    grad.unsqueeze_(0)
    return grad


def kept(x):
    net(x).sum().backward()
    grads = [p.grad.data for p in net.parameters()]
    for i in range(len(grads)):
        grads[i].requires_grad_()
    print(added(net.weight.grad.data).shape, net.weight.grad.shape)


def cast(x):
    net(x).sum().backward()
    grad = net.weight.grad.data
    net.double()
    print(grad.dtype)


def clipped(x):
    net(x).sum().backward()
    grad = net.weight.grad.data
    grad.clamp_(-1, 1).mul_(0.5)
    print(grad.norm() + torch.norm(grad))
# output
import torch

net = torch.nn.Linear(3, 1)
old = torch.optim.SGD(net.parameters(), 0.1)


def step(x):
    net(x).sum().backward()
    grad = net.weight.grad.detach()
    grad.mul_(0.5)
    old.zero_grad(set_to_none=False)
    print(grad is net.weight.grad)


def turned(x):
    net(x).sum().backward()
    grad = net.weight.grad.detach()
    grad.t_()
    print(grad.shape, net.weight.grad.shape)


def added(grad):
    grad.unsqueeze_(0)
    return grad


def kept(x):
    net(x).sum().backward()
    grads = [p.grad.detach() for p in net.parameters()]
    for i in range(len(grads)):
        grads[i].requires_grad_()
    print(added(net.weight.grad.detach()).shape, net.weight.grad.shape)


def cast(x):
    net(x).sum().backward()
    grad = net.weight.grad.detach()
    net.double()
    print(grad.dtype)


def clipped(x):
    net(x).sum().backward()
    grad = net.weight.grad
    grad.clamp_(-1, 1).mul_(0.5)
    print(grad.norm() + torch.norm(grad))
