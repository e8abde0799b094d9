# flags: --unsafe-fixes
import torch


def lengths(tokens, other, table):
    mask = tokens.eq(0)
    here = other == 0
    return (1 - mask).sum(), 1 - here, 1 - table.gt(0)[1:], 1 - table["gt"]
# output
import torch


def lengths(tokens, other, table):
    mask = tokens.eq(0)
    here = other == 0
    return (~mask).sum(), 1 - here, ~table.gt(0)[1:], 1 - table["gt"]
