"""The only renderers."""
