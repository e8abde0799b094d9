"""What `torchfix verify` is asked for: a script, a folder of scripts, or two versions of a script."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from torchfix_codemods.outcomes import FileOutcome
from torchfix_codemods.sources import Source
from torchfix_codemods.verify.command import parse
from torchfix_codemods.verify.copying import folders_linked_to
from torchfix_codemods.verify.layer import remove
from torchfix_codemods.verify.model import KINDS, Program, Verdict, Verification, VerifyError
from torchfix_codemods.verify.modules import is_script, local_modules
from torchfix_codemods.verify.places import Owner, roots_for
from torchfix_codemods.verify.process import Workshop
from torchfix_codemods.verify.project import Given, Rewritten, rewritten
from torchfix_codemods.verify.sandbox import Sandbox, Shelter, ended_in_order, environment, new_box
from torchfix_codemods.verify.server import COVERED
from torchfix_codemods.verify.trial import Progress, Trial, cover_of
from torchfix_codemods.verify.verification import DeviceFound, Options, Project, choose_device, verify_project

TIMEOUT = 300.0


@dataclass(frozen=True)
class Request:
    """What the user wants verified.

    `settings` holds fields of `Settings`, as for `apply`. `tell` hears what happens, `tick` is called every second
    while something runs. `forks` is for tests: whether one process is forked for each run; the best for this machine
    if None. `allow_outside` lets runs write to the user's own files, where they lie outside of the copy. `without` is
    for tests too: what not to use of the system, of "mounts", "processes", "adopting" and "clones".
    """

    settings: Mapping[str, object] = field(default_factory=dict)
    device: str = "auto"
    arguments: tuple[str, ...] = ()
    timeout: float = TIMEOUT
    options: Options = field(default_factory=Options)
    keep: Path | None = None
    tell: Progress = lambda text: None
    tick: Callable[[], None] = lambda: None
    forks: bool | None = None
    allow_outside: bool = False
    without: frozenset[str] = frozenset()


@dataclass
class Bench:
    """Where things are tried: a sandbox folder, the process that starts runs, and the device."""

    request: Request
    box: Path
    workshop: Workshop
    found: DeviceFound
    tried: dict[tuple[str, ...], Shelter] = field(default_factory=dict)  # folders to cover -> what came of it

    def verify(self, project: Project, program: Program, folder: Path, place: str) -> Verification:
        """Verify one program.

        Args:
            project: the two versions.
            program: what to run.
            folder: the project's folder.
            place: what to call the sandbox.
        """
        box = self.box / place
        box.mkdir(parents=True, exist_ok=True)
        sandbox = Sandbox(
            box,
            folder,
            self.box,
            self._shelter(box, folder),
            allows=self.request.allow_outside,
            option=f"{self.request.options.prefix}allow-outside",
            clones="clones" not in self.request.without,
        )
        trial = Trial(program, self.workshop, sandbox, self.request.timeout, self.request.tell)
        result = verify_project(project, trial, self.request.options)
        if self.request.keep is None:
            remove(box)
        return self.named(replace(result, kept=str(box) if self.request.keep else ""))

    def _shelter(self, box: Path, folder: Path) -> Shelter:
        """What there is to keep runs from the user's files, found by a try."""
        inside = self.workshop.inside
        if self.request.allow_outside or not inside["mounts"] or "mounts" in self.request.without:
            return Shelter()
        wanted = [folder, *folders_linked_to(folder, self.box)]
        roots = tuple(roots_for(wanted, Owner(inside["owns_all"])))
        if roots not in self.tried:
            self.tried[roots] = self._try(Sandbox(box, folder, self.box, Shelter(True, roots)))
        return self.tried[roots]

    def _try(self, sandbox: Sandbox) -> Shelter:
        box = sandbox.box
        place = box / "cover"
        place.mkdir(exist_ok=True)
        request = {"do": "cover", "output": str(place), "cover": cover_of(sandbox), "timeout": 60.0, "limit": 0}
        self.workshop.run(request)
        remove(sandbox.layer)
        try:
            answer = json.loads((place / COVERED).read_bytes())
        except (OSError, ValueError):
            return Shelter()
        return Shelter() if answer["error"] else Shelter(True, tuple(answer["covered"]))

    def named(self, result: Verification) -> Verification:
        """The result with the device that it holds for."""
        because = f"no CUDA device can be emulated here: {self.found.because}" if self.found.because else ""
        notes = (*result.notes, because) if because else result.notes
        return replace(result, device=self.found.device, device_name=self.found.name, notes=notes)


@contextmanager
def bench(request: Request) -> Iterator[Bench]:
    """Prepare everything that can fail before a script runs.

    Raises:
        VerifyError: there is no torch, no such device, no room, or no way to do it on this system.
    """
    if sys.platform == "win32":
        raise VerifyError("verify needs Linux or macOS: it starts, watches and ends processes as those do")
    unknown = [kind for kind in request.options.expected if kind not in KINDS]
    if unknown:
        raise VerifyError(f"--expect {unknown[0]}: no such kind of difference; there are {', '.join(KINDS)}")
    with ended_in_order(), new_box(request.keep) as box:
        variables = environment(box)
        workshop = Workshop(variables, box / "server.log", tick=request.tick)
        if request.forks is not None:
            workshop.forks = request.forks
        workshop.without = request.without
        with workshop:
            request.tell("importing torch")
            yield Bench(request, box, workshop, choose_device(workshop, request.device, request.options.prefix))


def verify_script(script: Path, request: Request) -> Verification:
    """Rewrite a script and all that lies with it, and compare.

    Raises:
        VerifyError: it cannot be rewritten or run at all.
    """
    _check_script(script)
    folder, name = script.resolve().parent, script.name
    request.tell("looking at files")
    project = rewritten(folder, [script], request.settings)
    if not project.after:
        return _unchanged(str(script))
    project = replace(project, reached=local_modules(name, _sources(project)))
    with bench(request) as place:
        program = Program(str(script), script=name, arguments=request.arguments)
        return _with_problems(place.verify(project, program, folder, script.stem), project)


def verify_versions(before: Path, after: Path, request: Request) -> Verification:
    """Compare two versions of a script, both in the folder of the first.

    Raises:
        VerifyError: one cannot be read, or nothing can be run.
    """
    _check_script(before)
    _check_script(after)
    project = Given(before.name, before.read_bytes(), after.read_bytes(), str(before), str(after))
    with bench(request) as place:
        program = Program(f"{before} -> {after}", script=before.name, arguments=request.arguments)
        return place.verify(project, program, before.resolve().parent, before.stem)


def verify_command(
    command: str, sources: Sequence[Source], outcomes: Sequence[FileOutcome], request: Request
) -> Verification:
    """Run a command in copies of the project, which is the git repository around the current folder, or that folder.

    Args:
        command: as for a shell, run where the user is.
        sources, outcomes: the files of the project, and what became of them; what is not there is not rewritten.

    Raises:
        VerifyError: the command is none, a file lies outside the project, or nothing can be run.
    """
    start = Path.cwd()
    folder = _project_of(start)
    foreign = [one for one in outcomes if one.result.after is not None and not one.source.path.is_relative_to(folder)]
    if foreign:
        raise VerifyError(f"{foreign[0].source.display} lies outside {folder}, of which --verify makes copies")
    inside = tuple(one for one in outcomes if one.source.path.is_relative_to(folder))
    project = Rewritten(folder, tuple(sources), inside)
    program = parse(command, folder, start)
    with bench(request) as place:
        return _with_problems(place.verify(project, program, folder, "project"), project)


def verify_folder(folder: Path, request: Request) -> Iterator[Verification]:
    """Verify each script in a folder, also in those below it; each is run in its own folder.

    Raises:
        VerifyError: there are no scripts, or nothing can be run.
    """
    request.tell("looking at files")
    project = rewritten(folder, [], request.settings)
    sources = _sources(project)
    scripts = [name for name, source in sources.items() if is_script(source)]
    if not scripts:
        raise VerifyError(f"there are no scripts in {folder}: no file that does something when it is run")
    changed = {name: project.limited_to(local_modules(name, sources)) for name in scripts}
    if not any(part.after for part in changed.values()):
        yield from (_unchanged(str(folder / name)) for name in scripts)
        return
    with bench(request) as place:
        for name in scripts:
            yield _verify_one(place, folder, name, changed[name])


def _verify_one(place: Bench, folder: Path, name: str, project: Rewritten) -> Verification:
    shown = str(folder / name)
    failed = next((one for one in project.outcomes if project.name(one) == name and one.result.failed), None)
    if failed is not None:
        reason = f"it cannot be rewritten: {failed.result.problems[0].reason}"
        return Verification(shown, Verdict.INCONCLUSIVE, reason=reason, was_run=False)
    if not project.after:
        return _unchanged(shown)
    program = Program(shown, name, place.request.arguments, folder=Path(name).parent.as_posix())
    try:
        return _with_problems(place.verify(project, program, folder.resolve(), name.removesuffix(".py")), project)
    except VerifyError as error:  # one script's trouble must not cost the others
        return place.named(Verification(shown, Verdict.INCONCLUSIVE, reason=str(error), was_run=False))


def _unchanged(name: str) -> Verification:
    return Verification(name, Verdict.SAME, reason="no rule changes it, so it was not run", was_run=False)


def _with_problems(result: Verification, project: Rewritten) -> Verification:
    problems = tuple(f"{problem.path}: {problem.reason}" for problem in project.problems)
    return replace(result, notes=(*result.notes, *problems))


def _project_of(folder: Path) -> Path:
    folder = folder.resolve()
    return next((parent for parent in (folder, *folder.parents) if (parent / ".git").exists()), folder)


def _check_script(script: Path) -> None:
    if script.suffix == ".ipynb":
        raise VerifyError(f"{script} is a notebook, and verify runs scripts")
    if not script.is_file():
        raise VerifyError(f"{script} {'is no file' if script.exists() else 'does not exist'}")


def _sources(project: Rewritten) -> dict[str, bytes]:
    """Name -> content of all Python files, rewritten where they are."""
    sources: dict[str, bytes] = {}
    for outcome in project.outcomes:
        if outcome.source.path.suffix == ".py":
            with suppress(OSError):
                sources[project.name(outcome)] = outcome.result.after or outcome.source.path.read_bytes()
    return sources
