import torch
import torchvision

model = torchvision.models.vgg16(num_classes=3)
model.class_to_idx = classes
torch.save(model, "model.pth")
# findings
6: TFC502 report left line 5 sets `model.class_to_idx`, which the constructor does not: a state_dict does not hold it
