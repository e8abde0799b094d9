import torch

torch.set_rng_state(torch.load("rng.pt"))
# output
import torch

torch.set_rng_state(torch.load("rng.pt", map_location="cpu"))
# findings
3: TFC501 safe fixed sets the random state with `torch.set_rng_state`
