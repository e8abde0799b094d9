import torch


def train(model, loss, x, y):
    output = loss.forward(model.forward(x), y)
    output.backward()
    return output.data[0]


print(train(torch.nn.Linear(1, 1), torch.nn.MSELoss(), torch.ones(2, 1), torch.ones(2, 1)))
# output
import torch


def train(model, loss, x, y):
    output = loss.forward(model.forward(x), y)
    output.backward()
    return output.item()


print(train(torch.nn.Linear(1, 1), torch.nn.MSELoss(), torch.ones(2, 1), torch.ones(2, 1)))
