import torch


def same(given):
    return given


def flat(given):
    return same(given.view(-1))


def many(*given):
    return given[0]


class Memory:
    def keep(self, model, x):
        hidden = torch.relu(model(x))
        self.last = flat(hidden.data)

    def give(self, model, x):
        hidden = torch.relu(model(x))
        return many(hidden.data)
# findings
19: TFC601 unsafe left leaves the function on line 19
23: TFC601 unsafe left leaves the function on line 23
