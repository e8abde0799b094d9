import torch

for batch in loader:
    def clean():
        torch.cuda.empty_cache()
