"""Notes on autograd for a course: what .data, detach, no_grad and in-place edits do, each shown by a number (0.4 and later)."""
import torch
import torch.nn as nn
from torch.autograd import Variable

torch.manual_seed(4)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def line(title, *values):
    print("%-34s %s" % (title, " ".join("%.4f" % float(v) for v in values)))


# 1. A Variable cuts the graph, a tensor does not.
w = torch.ones(3, requires_grad=True, device=device)
y = w * 2
cut = Variable(y, requires_grad=True)
(cut * cut).sum().backward()
line("gradient of the cut copy", *cut.grad)
line("gradient of w", 0 if w.grad is None else w.grad.sum())

# 2. Edits through .data are not counted: the gradient is wrong, and nobody says so.
w = torch.full((3,), 2.0, requires_grad=True, device=device)
h = w.exp()
before = h.data.clone()
h.data.mul_(0)
h.sum().backward()
line("wrong gradient", *w.grad)
line("right gradient", *before)

# 3. With detach they are counted, and backward refuses.
w = torch.full((3,), 2.0, requires_grad=True, device=device)
h = w.exp()
h.detach().mul_(0)
try:
    h.sum().backward()
except RuntimeError as error:
    print("refused: %s" % ("inplace operation" in str(error)))

# 4. A leaf must not be edited in place where gradients are recorded.
w = torch.ones(3, requires_grad=True, device=device)
try:
    w += 1
except RuntimeError as error:
    print("refused: %s" % ("leaf" in str(error)))
with torch.no_grad():
    w += 1
line("under no_grad", *w)

# 5. A snapshot that is none: it follows the parameter.
layer = nn.Linear(3, 1).to(device)
optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
kept = layer.weight.data
copied = layer.weight.data.clone()
layer(torch.ones(2, 3, device=device)).sum().backward()
optimizer.step()
line("movement of kept and copied", (kept - layer.weight).abs().sum(), (copied - layer.weight).abs().sum())

# 6. A new shape and a new dtype, which only an assignment gives.
layer.weight.data = torch.zeros(2, 3, device=device)
layer.bias.data = torch.zeros(2, device=device, dtype=torch.float32)
layer.weight.data[0] = 1
layer.weight.data -= 0.25
line("after surgery", *layer(torch.ones(1, 3, device=device))[0])

# 7. Gradients of gradients: the first gradient is part of a graph.
x = torch.tensor([1.0, 2.0], requires_grad=True, device=device)
(x ** 3).sum().backward(create_graph=True)
first = x.grad.data.clone()
(x.grad ** 2).sum().backward()
line("first", *first)
line("first plus second", *x.grad)
x.grad = None  # or the graph and the gradient keep each other alive

# 8. Training by hand: four ways to write one step, all the same.
data, target = torch.randn(16, 2).to(device), torch.randn(16, 1).to(device)
start = torch.randn(2, 1).to(device)
for way in ("data", "detach", "no_grad", "operator"):
    p = Variable(start.clone(), requires_grad=True)
    for step in range(5):
        loss = (data.mm(p) - target).pow(2).mean()
        loss.backward()
        if way == "data":
            p.data.add_(p.grad.data, alpha=-0.1)
        elif way == "detach":
            p.detach().sub_(0.1 * p.grad.detach())
        elif way == "no_grad":
            with torch.no_grad():
                p.sub_(0.1 * p.grad)
        else:
            p.data -= 0.1 * p.grad.data
        p.grad.data.zero_()
    line("by " + way, loss.data, *p.data.view(-1))

# 9. Swapping two tensors, and a vector whose first element is wanted.
a, b = torch.ones(2, device=device), torch.zeros(2, device=device)
a.data, b.data = b.data, a.data
line("swapped", a[0], b[0], torch.stack([a, b]).sum(1).data[0])
a.data @= torch.eye(2, device=device) * 3
b.data **= 2
line("and multiplied", *a, *b)
