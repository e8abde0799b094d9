import torch

model.eval()
features = model.features(x)
print(features.shape)
opt = torch.optim.SGD(model.fc.parameters(), lr=0.1)
for _ in range(10):
    loss = criterion(model.fc(features), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
