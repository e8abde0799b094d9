import torch


def show(vectors, data_iter, source):
    for word, vector in vectors.iteritems():
        print(word, vector)
    if vectors.has_key("the"):
        print(data_iter.next())
    return source.next()
