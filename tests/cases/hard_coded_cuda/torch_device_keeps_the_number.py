import torch

device = torch.device("cuda:0")
other = torch.device('cuda')
third = torch.device(type="cuda")
# output
import torch

device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
other = torch.device('cuda' if torch.cuda.is_available() else 'cpu')
third = torch.device(type="cuda" if torch.cuda.is_available() else "cpu")
