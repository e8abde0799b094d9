"""Makes state_dicts of the whole models in old checkpoints."""
