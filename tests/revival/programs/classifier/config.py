# coding:utf8
import warnings
import torch as t


class DefaultConfig(object):
    model = 'SmallNet'
    batch_size = 8
    use_gpu = True
    num_workers = 0
    print_freq = 2
    max_epoch = 2
    lr = 0.05
    lr_decay = 0.5
    weight_decay = 1e-5

    def parse(self, kwargs):
        for k, v in kwargs.iteritems():
            if not hasattr(self, k):
                warnings.warn('Warning: opt has not attribute %s' % k)
            setattr(self, k, v)


opt = DefaultConfig()
