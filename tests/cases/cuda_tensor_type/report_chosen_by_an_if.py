import torch

if args.cuda:
    Tensor = torch.cuda.FloatTensor
    dtype_long = torch.cuda.LongTensor
else:
    Tensor = torch.FloatTensor
    dtype_long = torch.LongTensor
# findings
4: TFC303 report left the program chooses already
5: TFC303 report left the program chooses already
