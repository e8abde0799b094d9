import torch
import torch_pruning as tp
import torchvision

model = torchvision.models.resnet18()
pruner = tp.pruner.MagnitudePruner(model, torch.ones(1, 3, 8, 8))
pruner.step()
torch.save(model, "pruned.pt")
small = torch.load("pruned.pt")
# findings
9: TFC503 report left changes it by `MagnitudePruner(..)`
