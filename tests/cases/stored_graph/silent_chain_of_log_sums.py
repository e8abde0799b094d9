import torch
from torch import nn


def log_sum_exp(vec):
    max_score = vec[0, vec.argmax()]
    max_score_broadcast = max_score.view(1, -1).expand(1, vec.size()[1])
    return max_score + torch.log(torch.sum(torch.exp(vec - max_score_broadcast)))


class Chain(nn.Module):
    """The forward score of a conditional random field, summed up tag by tag."""

    def __init__(self, tags):
        super().__init__()
        self.tags = tags
        self.transitions = nn.Parameter(torch.randn(tags, tags))

    def forward_score(self, feats):
        forward_var = torch.zeros(1, self.tags)
        for feat in feats:
            alphas_t = []
            for next_tag in range(self.tags):
                emit_score = feat[next_tag].view(1, -1).expand(1, self.tags)
                trans_score = self.transitions[next_tag].view(1, -1)
                next_tag_var = forward_var + trans_score + emit_score
                alphas_t.append(log_sum_exp(next_tag_var).view(1))
            forward_var = torch.cat(alphas_t).view(1, -1)
        alpha = log_sum_exp(forward_var)
        return alpha


model = Chain(3)
loss = model.forward_score(torch.ones(4, 3))
loss.backward()
