import torch


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return g * 2 if ctx.needs_input_grad[0] else None


def test(net, x):
    net.eval()
    y = Scale.apply(net(x))
    g, = torch.autograd.grad(y.sum(), list(net.parameters())[0])
    print(g.norm().item())
