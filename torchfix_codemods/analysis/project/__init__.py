"""What the files of a run say together."""
