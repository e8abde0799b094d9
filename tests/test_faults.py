"""Every fault of tests/faults, a few times; `python tests/faults/run.py --tries 200` does it at length."""

from __future__ import annotations

import os

import pytest
from faults.catalogue import FAULTS, Fault, attempt
from faults.scene import Skipped


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_costs_no_file(fault: Fault) -> None:
    if fault.is_posix and os.name != "posix":
        pytest.skip("only POSIX has this fault")
    for seed in range(fault.tries):
        try:
            attempt(fault, seed)
        except Skipped as reason:
            pytest.skip(str(reason))
