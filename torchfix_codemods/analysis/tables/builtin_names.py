"""Builtins that hand on what they are given."""

from torchfix_codemods.analysis.tables.words import words

# What they give holds the very objects, or gives them one by one.
HOLDING = words("list tuple set dict reversed sorted iter zip enumerate filter")
# What they give may be one of the objects that they are given, or what a function makes of them.
HANDING_ON = words("map next anext max min")
