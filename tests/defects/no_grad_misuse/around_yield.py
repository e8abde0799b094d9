import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(20, 32)
        self.drop = nn.Dropout(0.5)
        self.fc2 = nn.Linear(32, 4)

    def forward(self, x):
        return self.fc2(self.drop(F.relu(self.fc1(x))))


train_loader = DataLoader(TensorDataset(torch.randn(64, 20), torch.randint(4, (64,))), batch_size=8)
test_loader = DataLoader(TensorDataset(torch.randn(32, 20), torch.randint(4, (32,))), batch_size=8)
model = Net()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

for epoch in range(5):
    model.train()
    for data, target in train_loader:
        optimizer.zero_grad()
        output = model(data)
        loss = criterion(output, target)
        loss.backward()
        optimizer.step()
    model.eval()
    correct = 0
    with torch.no_grad():
        for data, target in test_loader:
            output = model(data)
            correct += (output.argmax(1) == target).sum().item()
    print(epoch, correct)

def predictions(model, loader):
    for x, _ in loader:
        with torch.no_grad():
            out = model(x)
        yield out


for out in predictions(model, test_loader):
    optimizer.zero_grad()
    criterion(model(torch.randn(8, 20)), out.argmax(1)).backward()
    optimizer.step()
# defect
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(20, 32)
        self.drop = nn.Dropout(0.5)
        self.fc2 = nn.Linear(32, 4)

    def forward(self, x):
        return self.fc2(self.drop(F.relu(self.fc1(x))))


train_loader = DataLoader(TensorDataset(torch.randn(64, 20), torch.randint(4, (64,))), batch_size=8)
test_loader = DataLoader(TensorDataset(torch.randn(32, 20), torch.randint(4, (32,))), batch_size=8)
model = Net()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

for epoch in range(5):
    model.train()
    for data, target in train_loader:
        optimizer.zero_grad()
        output = model(data)
        loss = criterion(output, target)
        loss.backward()
        optimizer.step()
    model.eval()
    correct = 0
    with torch.no_grad():
        for data, target in test_loader:
            output = model(data)
            correct += (output.argmax(1) == target).sum().item()
    print(epoch, correct)

def predictions(model, loader):
    with torch.no_grad():
        for x, _ in loader:
            yield model(x)


for out in predictions(model, test_loader):
    optimizer.zero_grad()
    criterion(model(torch.randn(8, 20)), out.argmax(1)).backward()
    optimizer.step()
# findings
41: TFC205 report
