import torch

model.eval()
for x in loader:
    with torch.enable_grad():
        adv = change(model, x)
    use(model(adv))
