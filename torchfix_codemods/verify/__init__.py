"""Runs a script before and after its rewriting and compares what came out: the only room that runs other people's code.

torch is imported only in the child processes that it starts, never by the command line itself.
"""
