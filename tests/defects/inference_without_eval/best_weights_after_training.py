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
    torch.save(model.state_dict(), "mnist.pt")

model.load_state_dict(torch.load("mnist.pt"))
model.eval()
with torch.no_grad():
    for data, target in test_loader:
        print((model(data).argmax(1) == target).sum().item())
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
    torch.save(model.state_dict(), "mnist.pt")

model.load_state_dict(torch.load("mnist.pt"))
with torch.no_grad():
    for data, target in test_loader:
        print((model(data).argmax(1) == target).sum().item())
# findings
37: TFC102 report
