import torch

import deepspeed

model_engine, optimizer, _, _ = deepspeed.initialize(model=net)
for x in loader:
    loss = model_engine(x)
    model_engine.backward(loss)
    model_engine.step()
