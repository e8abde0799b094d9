import torch
from mine import train

for name in ['small', 'large']:
    model = torch.hub.load('mine', name)
    train(model)
    del model
    torch.cuda.empty_cache()
