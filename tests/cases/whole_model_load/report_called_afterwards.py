import torch

model = torch.load(f)
model.eval()
y = model(x.cuda())
# findings
3: TFC503 report left nothing in this file is known to save it
