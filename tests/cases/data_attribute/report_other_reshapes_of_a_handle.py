import torch

holder = torch.zeros(3, 1, 2)
holder.data.transpose_(0, 2)
holder.data.squeeze_(1)
holder.data.unsqueeze_(0)
holder.data.set_(torch.ones(2))
# findings
4: TFC601 report left holder.transpose_(...)
5: TFC601 report left holder.squeeze_(...)
6: TFC601 report left holder.unsqueeze_(...)
7: TFC601 report left holder.set_(...)
