import torch

torch.cuda.manual_seed(1)
torch.cuda.empty_cache()
stream = torch.cuda.Stream()
if torch.cuda.is_available():
    torch.cuda.synchronize()
