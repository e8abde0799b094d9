import torch

predict(torch.load(f).eval(), x)
# findings
3: TFC503 report left nothing in this file is known to save it
