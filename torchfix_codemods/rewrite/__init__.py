"""The room that writes: the only one that imports libcst, and only when there is something to write."""
