import gc

import torch

class Runner:
    def close(self):
        self.model = None
        gc.collect()
        torch.cuda.empty_cache()
# defect
import gc

import torch

class Runner:
    def close(self):
        self.model = None
        torch.cuda.empty_cache()
        gc.collect()
# findings
8: TFC704 safe
