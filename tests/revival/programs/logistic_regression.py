"""Logistic regression, with the data from a pickle."""
import cPickle as pickle
import gzip
import numpy as np
import torch
import torch.nn as nn
from torch.autograd import Variable

np.random.seed(28)
torch.manual_seed(28)
features = np.random.rand(60, 4)
classes = (features.sum(1) > 2).astype(np.int)
with gzip.open('data.pkl.gz', 'wb') as f:
    pickle.dump({'x': features, 'y': classes}, f, -1)

with gzip.open('data.pkl.gz', 'rb') as f:
    dataset = pickle.load(f)
X = torch.from_numpy(dataset['x']).float()
Y = torch.from_numpy(dataset['y']).long()


def build_model(input_dim, output_dim):
    model = torch.nn.Sequential()
    model.add_module("linear", torch.nn.Linear(input_dim, output_dim, bias=False))
    nn.init.kaiming_uniform(model[0].weight)
    return model


def train(model, loss, optimizer, x_val, y_val):
    x = Variable(x_val, requires_grad=False)
    y = Variable(y_val, requires_grad=False)
    optimizer.zero_grad()
    fx = model.forward(x)
    err = loss(fx, y)
    err.backward()
    optimizer.step()
    return err.data[0]


def predict(model, x_val):
    x = Variable(x_val, requires_grad=False)
    output = model.forward(x)
    return output.data.numpy().argmax(axis=1)


model = build_model(4, 2)
loss = torch.nn.CrossEntropyLoss(size_average=True)
optimizer = torch.optim.SGD(model.parameters(), lr=0.5, momentum=0.9)
batch_size = 20
for i in range(4):
    cost = 0.
    num_batches = len(X) // batch_size
    for k in range(num_batches):
        start, end = k * batch_size, (k + 1) * batch_size
        cost += train(model, loss, optimizer, X[start:end], Y[start:end])
    predY = predict(model, X)
    print("Epoch %d, cost = %f, acc = %.2f%%" % (i + 1, cost / num_batches, 100. * np.mean(predY == dataset['y'])))
