# flags: --unsafe-fixes
import torch

classes = ["cat", "dog"]
best = torch.ones(2).argmax()
print(classes[best.numpy()])
# output
import torch

classes = ["cat", "dog"]
best = torch.ones(2).argmax()
print(classes[best.item()])
