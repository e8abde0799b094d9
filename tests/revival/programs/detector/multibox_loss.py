import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Variable
from box_utils import match


class MultiBoxLoss(nn.Module):
    def __init__(self, overlap_thresh, neg_pos, use_gpu=True):
        super(MultiBoxLoss, self).__init__()
        self.threshold = overlap_thresh
        self.negpos_ratio = neg_pos

    def forward(self, predictions, targets):
        loc_data, conf_data, priors = predictions
        num = loc_data.size(0)
        num_priors = priors.size(0)
        loc_t = torch.Tensor(num, num_priors, 4)
        conf_t = torch.LongTensor(num, num_priors)
        for idx in range(num):
            loc_t[idx], conf_t[idx] = match(self.threshold, targets[idx][:, :-1], priors, targets[idx][:, -1].long())
        loc_t = loc_t.cuda()
        conf_t = conf_t.cuda()
        loc_t = Variable(loc_t, requires_grad=False)
        conf_t = Variable(conf_t, requires_grad=False)
        pos = conf_t > 0
        pos_idx = pos.unsqueeze(pos.dim()).expand_as(loc_data)
        loc_p = loc_data[pos_idx].view(-1, 4)
        loc_t = loc_t[pos_idx].view(-1, 4)
        loss_l = F.smooth_l1_loss(loc_p, loc_t, size_average=False)
        batch_conf = conf_data.view(-1, conf_data.size(2))
        loss_c = F.cross_entropy(batch_conf, conf_t.view(-1), reduce=False).view(num, -1)
        mined = loss_c.data.masked_fill(pos.byte(), 0)
        _, loss_idx = mined.sort(1, descending=True)
        _, idx_rank = loss_idx.sort(1)
        num_pos = pos.long().sum(1, keepdim=True)
        num_neg = torch.clamp(self.negpos_ratio * num_pos, max=pos.size(1) - 1)
        neg = idx_rank < num_neg.expand_as(idx_rank)
        loss_c = (loss_c * (pos | neg).float()).sum()
        N = num_pos.data.sum()
        return loss_l / N.float(), loss_c / N.float()
