import torch

for x in loader:
    print(x)
else:
    torch.cuda.empty_cache()
