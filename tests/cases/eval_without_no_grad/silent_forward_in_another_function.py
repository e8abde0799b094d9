import torch

for epoch in range(n):
    train_one(model)
    model.eval()
    acc = score(model)
    model.train()
