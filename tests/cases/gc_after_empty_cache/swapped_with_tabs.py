import gc
import torch

def f():
	torch.cuda.empty_cache()
	gc.collect()
# output
import gc
import torch

def f():
	gc.collect()
	torch.cuda.empty_cache()
