"""Rewrites unsafe PyTorch patterns in place, and leaves everything else alone."""

__version__ = "0.1.0"
