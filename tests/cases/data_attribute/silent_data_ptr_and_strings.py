import torch

v = torch.ones(3)
w = v.view(1, 3)
# w.data.normal_() was used here
HELP = "use x.data to read a tensor"
if hasattr(v, "data") and v.data_ptr() == w.data_ptr():
    print(getattr(v, "data"), HELP)
