"""The rules: one per file, flat, each found by its file name."""
