"""Where values live, and which device to write at a place."""
