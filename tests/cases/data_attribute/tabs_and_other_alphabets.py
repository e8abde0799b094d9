import torch


def größe(x: torch.Tensor):
	"""Länge — of the values."""
	print("größe", x.data.sum()); return "µ" + str(x.data.max())
# output
import torch


def größe(x: torch.Tensor):
	"""Länge — of the values."""
	print("größe", x.detach().sum()); return "µ" + str(x.detach().max())
