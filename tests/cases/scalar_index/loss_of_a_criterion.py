import torch

criterion = torch.nn.CrossEntropyLoss()


def step(meter, model, batch, target):
    loss = criterion(model(batch), target)
    meter.update(loss.data[0], batch.size(0))
    print("%.4f %.4f" % (loss.data[0], loss[0]))
    print("loss {:.3f}".format(loss.data.cpu()[0]), f"{loss.detach().cpu()[0]}")
    loss.backward()
# output
import torch

criterion = torch.nn.CrossEntropyLoss()


def step(meter, model, batch, target):
    loss = criterion(model(batch), target)
    meter.update(loss.item(), batch.size(0))
    print("%.4f %.4f" % (loss.item(), loss.item()))
    print("loss {:.3f}".format(loss.item()), f"{loss.item()}")
    loss.backward()
