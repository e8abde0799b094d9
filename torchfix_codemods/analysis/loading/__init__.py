"""Data loaders, their workers, and the main guard."""
