"""Every file under tests/cases is one test; casefiles.py says how such a file reads."""

from __future__ import annotations

import warnings

import pytest
from casefiles import Case, all_cases, matches, shown, write_output

from torchfix_codemods.codemod import Applicability
from torchfix_codemods.fix import FixRequest, fix
from torchfix_codemods.result import FixResult

CASES = all_cases()
NAMED = {"silent": None, "report": Applicability.REPORT, "unsafe": Applicability.UNSAFE}


def run(text: str, case: Case, request: FixRequest) -> tuple[str, FixResult]:
    result = fix(text.encode(), case.path, request)
    return (text if result.after is None else result.after.decode()), result


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case, accept: bool) -> None:
    request = case.request()
    after, result = run(case.before, case, request)
    if accept:
        write_output(case, after)
    else:
        assert after == case.after
    if not case.parses and case.output is None:
        assert result.failed
        return
    assert not result.problems
    check_findings(case, result)
    check_output(case, after, request)


def check_findings(case: Case, result: FixResult) -> None:
    """What was said about the source is what the case says."""
    found = [shown(finding) for finding in result.findings]
    if case.findings is not None:
        assert len(found) == len(case.findings), found
        assert all(map(matches, case.findings, result.findings)), found
        return
    word = case.file.name.split("_")[0]
    if word in NAMED:
        wanted = NAMED[word]
        applicabilities = {finding.applicability for finding in result.findings}
        assert applicabilities == set() if wanted is None else wanted in applicabilities, found
        return
    assert case.output is not None, f"{case} changes nothing and does not say what is to be found"
    assert any(finding.fixed for finding in result.findings), found


def check_output(case: Case, after: str, request: FixRequest) -> None:
    """The result is a program, and final, whatever the line ends and whichever other rules run."""
    compiles(after)
    if after != case.before:  # else it has just been run
        again, second = run(after, case, request)
        assert again == after
        assert not second.problems
    if "\r" not in case.before:
        windows, _ = run(case.before.replace("\n", "\r\n"), case, request)
        assert windows == after.replace("\n", "\r\n")
    everything, together = run(case.before, case, case.request(all_rules=True))
    assert not together.failed, together.problems
    compiles(everything)


def compiles(text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # escapes such as "\\d" in somebody's strings
        compile(text, "case.py", "exec", dont_inherit=True)
