# flags: --device-expression torch.accelerator.current_accelerator()
import torch

device = torch.device("cuda")
other = torch.device("cuda:1")
# output
import torch

device = torch.accelerator.current_accelerator()
other = torch.device("cuda:1" if torch.cuda.is_available() else "cpu")
