# flags: --unsafe-fixes
import torch


def evaluate(model, loader):
  model.eval()
  for x, y in loader:
    out = model(x)
    print(out.argmax(1).tolist())
# output
import torch


def evaluate(model, loader):
  model.eval()
  with torch.no_grad():
    for x, y in loader:
      out = model(x)
      print(out.argmax(1).tolist())
