"""Faults from outside, in one table: how each is set up, how the tool is run in it, and what must hold afterwards.

python tests/faults/run.py                         each once
python tests/faults/run.py --tries 200 kill        those whose names begin so, many times
python tests/faults/run.py "kill by time, SIGTERM" --seed 17 --tries 1
"""
