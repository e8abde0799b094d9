import torch

holder = torch.empty(0)
batch = torch.ones(2, 3)
holder.data.resize_(batch.size()).copy_(batch)
holder.data.resize_as_(batch)
holder.data.t_()
# findings
5: TFC601 report left does not change the shape
6: TFC601 report left resize_as_
7: TFC601 report left only that one is changed
