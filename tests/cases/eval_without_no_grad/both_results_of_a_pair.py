# flags: --unsafe-fixes
import torch


def rank(net, x):
    net.eval()
    scores, order = net(x).sort(descending=True)
    print("%.2f" % scores[0])
    return order.tolist()
# output
import torch


def rank(net, x):
    net.eval()
    with torch.no_grad():
        scores, order = net(x).sort(descending=True)
        print("%.2f" % scores[0])
    return order.tolist()
