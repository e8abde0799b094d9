"""Kinds: which expressions are tensors, modules, loaders, and the line that shows it."""
