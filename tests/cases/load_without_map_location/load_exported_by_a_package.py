# path: app/main.py
# other: app/__init__.py
#| from .io import load
# other: app/io.py
#| from torch import load
from app import load as read


def restore(net, path):
    net.load_state_dict(read(path))
# output
from app import load as read


def restore(net, path):
    net.load_state_dict(read(path, map_location="cpu"))
