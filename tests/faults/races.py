"""Others that work on the same files at the same time."""

from __future__ import annotations

import time

from faults.scene import NEW, OLD, Ended, Scene, must
from faults.sudden import steps

_CHANGES = {
    "appended to": "with open({file!r}, 'ab') as f: f.write(b'# mine\\n')",
    "rewritten": "Path({file!r}).write_bytes(b'mine = 1\\n')",
    "replaced": "Path({file!r} + '.mine').write_bytes(b'mine = 1\\n'); os.replace({file!r} + '.mine', {file!r})",
    "removed": "os.unlink({file!r})",
    "a folder": "os.unlink({file!r}); os.mkdir({file!r})",
    "a link": "os.unlink({file!r}); os.symlink({other!r}, {file!r})",
    "emptied": "os.truncate({file!r}, 0)",
}


def _mine(how: str, old: bytes) -> set[bytes]:
    """What a file may hold after such a change; nothing for those that leave no file."""
    return {
        "appended to": {old + b"# mine\n", old.replace(OLD, NEW) + b"# mine\n"},
        "rewritten": {b"mine = 1\n"},
        "replaced": {b"mine = 1\n"},
        "emptied": {b""},
    }.get(how, set())


def few(scene: Scene) -> None:
    scene.fill(10)


def changes(scene: Scene) -> Ended:
    """At some step of the run somebody changes one of the files, in one of many ways."""
    how = scene.random.choice(sorted(_CHANGES))
    name = scene.random.choice(sorted(scene.old))
    at = scene.random.randint(1, steps(scene))
    other = scene.folder / "other.py"
    other.write_bytes(scene.old[name])
    file = str((scene.tree / name).resolve())
    scene.notes.update(how=how, name=name, other=other)
    scene.hook = {"at": at, "code": _CHANGES[how].format(file=file, other=str(other))}
    return scene.run()


def their_change_stays(scene: Scene, ended: Ended) -> None:
    how, name = str(scene.notes["how"]), str(scene.notes["name"])
    file = scene.tree / name
    old = scene.old.pop(name)
    ended.plainly(0, 2)
    left = scene.old_or_new()
    must(not left, f"files that nobody else touched are old: {left}")
    mine = _mine(how, old)
    if mine:
        must(file.read_bytes() in mine, f"{name} was {how}, and that is lost: {file.read_bytes()!r}")
    elif how == "removed":
        must(not file.exists(), f"{name} was removed, and is there again")
    elif how == "a folder":
        must(file.is_dir(), f"{name} was made {how}, and that is lost")
    else:
        must(file.is_symlink(), f"{name} was made {how}, and that is lost")
    other = scene.folder / "other.py"
    must(other.read_bytes() == old, "what is outside of the tree was changed")
    scene.tidy()


def two_at_once(scene: Scene) -> Ended:
    first = scene.start()
    time.sleep(scene.random.uniform(0, 0.5))
    second = scene.start()
    ended = scene.finish(second)
    scene.notes["first"] = scene.finish(first)
    return ended


def both_have_done_it(scene: Scene, ended: Ended) -> None:
    """No file is torn or left out. Where one run was faster, the other says that the file has changed."""
    for one in (ended, scene.notes["first"]):
        assert isinstance(one, Ended)
        one.plainly(0, 2)
        must(one.code == 0 or "changed since it was read" in one.err, one.err)
    scene.complete()
    scene.run("check", "--select", "TFC601").plainly(0)


def many_lookers(scene: Scene) -> None:
    scene.fill(30)
    scene.arguments = ("check", "--select", "TFC601", "--output-format", "json")


def both_see_the_same(scene: Scene, ended: Ended) -> None:
    first = scene.notes["first"]
    assert isinstance(first, Ended)
    plain = scene.run(*scene.arguments, "--no-cache")
    for one in (ended, first, plain, scene.run(*scene.arguments)):
        one.plainly(1)
        must(one.out == plain.out, "two runs with one cache see something else than a run without it")
    left = [path.name for path in (scene.folder / "cache").rglob("*") if path.name.endswith(".tmp")]
    must(not left, f"left in the cache: {left}")
