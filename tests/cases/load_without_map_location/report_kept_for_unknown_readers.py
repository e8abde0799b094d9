import torch


class Features:
    def __init__(self, path, store):
        store.features = torch.load(path)
# findings
6: TFC501 report left is kept in `store.features`
