# flags: --unsafe-fixes
import torch
import torchvision
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model = torchvision.models.vgg11(num_classes=3)
model.classifier = None
model = model.to(device)
model = nn.Linear(3, 1)
for epoch in range(3):
    model = model.train()
    model.eval()
    torch.save(model, "model.pth")
final = torch.load("model.pth")
print(final(torch.ones(3)))
# output
import torch
import torchvision
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model = torchvision.models.vgg11(num_classes=3)
model.classifier = None
model = model.to(device)
model = nn.Linear(3, 1)
for epoch in range(3):
    model = model.train()
    model.eval()
    torch.save(model.state_dict(), "model.pth")
final = nn.Linear(3, 1)
final.load_state_dict(torch.load("model.pth", map_location="cpu"))
final.eval()
print(final(torch.ones(3)))
