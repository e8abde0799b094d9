import torch
import torch.backends.cudnn as cudnn

device = "cuda" if torch.cuda.is_available() else "cpu"
if device == "cuda":
    cudnn.benchmark = True
other = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
