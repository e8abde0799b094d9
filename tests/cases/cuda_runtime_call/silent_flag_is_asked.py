import torch

if args.cuda:
    torch.cuda.set_device(args.gpu)
