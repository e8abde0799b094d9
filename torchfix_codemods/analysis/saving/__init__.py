"""Saved and loaded models and values."""
