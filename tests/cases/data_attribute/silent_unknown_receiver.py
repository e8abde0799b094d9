import torch


def describe(batch, record):
    print(torch.__version__, batch.data)
    return record.data
