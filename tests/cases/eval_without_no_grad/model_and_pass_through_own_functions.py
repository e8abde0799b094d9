import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = torch.nn.Linear(2, 2)

    def forward(self, x):
        return self.inner(x)


def same(given):
    return given


def evaluate(batches):
    model, batches = same(Net()), same(batches)
    model.eval()
    hits = 0
    for x, target in batches:
        output = model(x)

        def right():
            return output.argmax(1).eq(target).sum().item()

        hits += right()
    return hits
# output
import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = torch.nn.Linear(2, 2)

    def forward(self, x):
        return self.inner(x)


def same(given):
    return given


def evaluate(batches):
    model, batches = same(Net()), same(batches)
    model.eval()
    hits = 0
    with torch.no_grad():
        for x, target in batches:
            output = model(x)

            def right():
                return output.argmax(1).eq(target).sum().item()

            hits += right()
    return hits
