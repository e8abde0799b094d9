"""First steps on a table of flowers, with the mistakes of first steps: softmax twice, gradients that add up, eval for ever."""
import multiprocessing

import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim
from torch.utils.data import DataLoader, Dataset

torch.manual_seed(0)
np.random.seed(0)
device = "cuda"


class Flowers(Dataset):
    """Four lengths and a kind. The measurements are not exact."""

    def __init__(self, n):
        rng = np.random.RandomState(n)
        self.kind = np.arange(n) % 3
        self.data = (rng.randn(n, 4) * 0.4 + self.kind[:, None] * np.array([1, -0.5, 1.5, 0.8])).astype(np.float32)
        self.rng = np.random.RandomState(1)

    def __len__(self):
        return len(self.data)

    def __getitem__(self, i):
        return self.data[i] + self.rng.randn(4).astype(np.float32) * 0.1, self.kind[i]


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(4, 16)
        self.bn = nn.BatchNorm1d(16)
        self.drop = nn.Dropout(0.2)
        self.fc2 = nn.Linear(16, 3)
        self.softmax = nn.Softmax(dim=1)

    def forward(self, x):
        x = self.drop(torch.relu(self.bn(self.fc1(x))))
        return self.softmax(self.fc2(x))


train_loader = DataLoader(Flowers(90), batch_size=18, shuffle=True, num_workers=2)
test_loader = DataLoader(Flowers(45), batch_size=15, num_workers=multiprocessing.cpu_count())

net = Net()
criterion = nn.CrossEntropyLoss()
optimizer = optim.Adam(net.parameters(), lr=0.01)
net.to(device)

# one loop over everything, the gradients are never cleared
train_losses = []
for epoch in range(3):
    running_loss = 0.0
    for inputs, labels in train_loader:
        inputs, labels = inputs.to(device), labels.to(device)
        outputs = net(inputs)
        loss = criterion(outputs, labels)
        loss.backward()
        optimizer.step()
        running_loss += loss.data.item()
        torch.cuda.empty_cache()
    train_losses.append(running_loss / len(train_loader))
    correct, total = 0, 0
    net.eval()
    for inputs, labels in test_loader:
        outputs = net(inputs.to(device))
        _, predicted = torch.max(outputs.data, 1)
        total += labels.size(0)
        correct += (predicted.cpu() == labels).sum().item()
    print(f"epoch {epoch}: loss {train_losses[-1]:.6f}, accuracy {100 * correct / total:.2f} %")


def predict(net, x):
    """The kind of one flower."""
    net.eval()
    torch.no_grad()
    output = net(torch.tensor(x).unsqueeze(0).to(device))
    return int(output.argmax(1)), output.max().item()


# a second model, cleared at the wrong moment: it stays what it was
lazy = nn.Linear(4, 3).to(device)
lazy_optimizer = optim.SGD(lazy.parameters(), lr=0.1)
before = lazy.weight.data.clone()
for inputs, labels in DataLoader(Flowers(30), batch_size=10):
    loss = criterion(lazy(inputs.to(device)), labels.to(device))
    loss.backward()
    lazy_optimizer.zero_grad()
    lazy_optimizer.step()
print("the lazy model has moved: %s" % bool((lazy.weight != before).any().item()))
for i in range(3):
    print("flower %d is of kind %d, %.5f" % ((i,) + predict(net, Flowers(3).data[i])))
