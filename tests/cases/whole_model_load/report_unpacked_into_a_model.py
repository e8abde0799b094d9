import torch

model, options = torch.load(f)
for parameter in model.parameters():
    print(parameter.shape)
# findings
3: TFC503 report left nothing in this file is known to save it
