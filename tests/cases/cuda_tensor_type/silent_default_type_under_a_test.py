import torch

if torch.cuda.is_available():
    torch.set_default_tensor_type("torch.cuda.FloatTensor")
else:
    torch.set_default_tensor_type("torch.FloatTensor")
if args.cuda:
    torch.set_default_tensor_type(torch.cuda.FloatTensor)
