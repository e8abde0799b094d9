import torch

checkpoint = torch.load(f)
model = checkpoint["model"]
model.eval()
print(model(x), checkpoint["epoch"])
# findings
3: TFC503 report left under 'model'
