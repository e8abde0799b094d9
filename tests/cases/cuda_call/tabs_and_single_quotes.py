import torch
mode = 'train'
other = 'test'


def make(use):
	if use:
		return torch.zeros(3).cuda()
# output
import torch
mode = 'train'
other = 'test'


def make(use):
	device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')
	if use:
		return torch.zeros(3).to(device)
