import torch
from cams import GradCAM

model.eval()
cam = GradCAM(model, "layer4")
for x in loader:
    name = model(x).argmax(1).item()
    save(cam(x), name)
