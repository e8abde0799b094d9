import torch

for path in paths:
    show(torch.load(path, map_location='cpu'))
    torch.cuda.empty_cache()
