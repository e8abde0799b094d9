import torch.distributed.autograd as dist_autograd

for batch in loader:
    with dist_autograd.context() as cid:
        loss = criterion(net(batch), 0)
        dist_autograd.backward(cid, [loss])
        optimizer.step(cid)
