"""Builtins that hand on what they are given."""

from torchfix_codemods.analysis.tables.words import words

# What they give holds the very objects, or gives them one by one.
HOLDING = words("list tuple set dict reversed sorted iter zip enumerate filter")
