"""Fills the table: table.weight.data.normal_() once."""
import torch

table = torch.nn.Embedding(3, 2)


def fill():
    """Does what table.weight.data.zero_() did."""
    # table.weight.data[0] = 1; x = x.data
    return r"x.data", 'loss.data[0]'
