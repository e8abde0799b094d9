from gc import collect
import torch as th

th.cuda.empty_cache()
collect()
# output
from gc import collect
import torch as th

collect()
th.cuda.empty_cache()
