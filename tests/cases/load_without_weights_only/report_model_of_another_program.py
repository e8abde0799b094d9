import torch

model = torch.load("model.pt")
model.eval()
print(model(torch.zeros(1, 2)))
# findings
3: TFC504 report left unpickles a whole model
