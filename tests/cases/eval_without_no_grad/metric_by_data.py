# flags: --unsafe-fixes
import torch
import torch.nn.functional as F


def test(model, loader):
    model.eval()
    test_loss, correct = 0, 0
    for data, target in loader:
        output = model(data)
        test_loss += F.nll_loss(output, target, reduction="sum").data
        pred = output.data.max(1, keepdim=True)[1]
        correct += pred.eq(target.data.view_as(pred)).cpu().sum()
    print("{:.4f} {}".format(test_loss, correct))
# output
import torch
import torch.nn.functional as F


def test(model, loader):
    model.eval()
    test_loss, correct = 0, 0
    with torch.no_grad():
        for data, target in loader:
            output = model(data)
            test_loss += F.nll_loss(output, target, reduction="sum").data
            pred = output.data.max(1, keepdim=True)[1]
            correct += pred.eq(target.data.view_as(pred)).cpu().sum()
    print("{:.4f} {}".format(test_loss, correct))
