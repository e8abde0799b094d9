import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor")
torch.set_default_tensor_type(torch.cuda.HalfTensor)
# findings
3: TFC303 report left every new tensor is on the GPU
4: TFC303 report left every new tensor is on the GPU
