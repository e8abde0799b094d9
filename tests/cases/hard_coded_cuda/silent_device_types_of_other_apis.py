import torch
from torch.amp import GradScaler
from torch.profiler import profile

with torch.autocast("cuda"):
    pass
with torch.amp.autocast(device_type="cuda"):
    pass
scaler = GradScaler("cuda")
prof = profile(activities=["cuda"])
generator = torch.Generator(device="cuda")
