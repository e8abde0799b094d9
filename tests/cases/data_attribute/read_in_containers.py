import torch

layer = torch.nn.Linear(2, 2)
x = torch.ones(3, 2)
out, tgt = layer(x), torch.zeros(3, 2)
total = [r.sum() for r in layer(x).data]
pair = (out.data, tgt.data)
text = "%s %s" % (out.data, tgt.data)
named = {"out": out.data}
# output
import torch

layer = torch.nn.Linear(2, 2)
x = torch.ones(3, 2)
out, tgt = layer(x), torch.zeros(3, 2)
total = [r.sum() for r in layer(x).detach()]
pair = (out.detach(), tgt.detach())
text = "%s %s" % (out.detach(), tgt)
named = {"out": out.detach()}
