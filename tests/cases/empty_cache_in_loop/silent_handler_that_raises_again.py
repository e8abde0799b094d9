import torch

model = torch.nn.Linear(4, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for x in torch.randn(8, 3, 4):
    full = False
    try:
        optimizer.zero_grad()
        model(x).sum().backward()
        optimizer.step()
    except RuntimeError as error:
        if "out of memory" not in str(error):
            raise
        torch.cuda.empty_cache()
        full = True
    if full:
        torch.cuda.empty_cache()
