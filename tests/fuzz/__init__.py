"""A standing test: random programs about torch, and what must hold for each of them."""
