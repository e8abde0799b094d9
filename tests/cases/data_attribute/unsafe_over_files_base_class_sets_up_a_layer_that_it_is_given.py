# path: bert.py
# other: base.py
#| from torch import nn
#| class Base(nn.Module):
#|     def init_weights(self):
#|         self.apply(self._init_weights)
#|     def resized(self, old, size):
#|         if size is None:
#|             return old
#|         self._init_weights(old)
#|         return old
from base import Base
from torch import nn


class Bert(Base):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(9, 4)
        self.init_weights()

    def _init_weights(self, module):
        if isinstance(module, nn.Embedding):
            module.weight.data.normal_(mean=0.0, std=0.02)

    def forward(self, x):
        return self.words(x)
