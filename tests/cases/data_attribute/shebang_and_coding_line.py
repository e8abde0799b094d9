#!/usr/bin/env python
# -*- coding: utf-8 -*-
import torch

v = torch.ones(3)  # größer
w = v.data# output
#!/usr/bin/env python
# -*- coding: utf-8 -*-
import torch

v = torch.ones(3)  # größer
w = v.detach()