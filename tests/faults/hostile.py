"""Files that were made to do harm: settings, patterns, notebooks, caches, links; and very many of them."""

from __future__ import annotations

import json
import os
from pathlib import Path

from faults.scene import NEW, OLD, Ended, Scene, Skipped, must

_DEEP = 100_000
_TABLE = b"[tool.torchfix]\n"
CONFIGURATIONS = {
    "no toml": _TABLE + b"select = [\n",
    "no text": _TABLE + b"\xff\xfe\0\1",
    "a wrong key": _TABLE + b'selekt = ["TFC601"]\n',
    "a wrong type": _TABLE + b"select = {a = 1}\n",
    "a number": b"[tool]\ntorchfix = 7\n",
    "deep lists": _TABLE + b"select = " + b"[" * _DEEP + b"]" * _DEEP + b"\n",
    "deep tables": _TABLE + b".".join([b"a"] * _DEEP) + b" = 1\n",
    "a huge list": _TABLE + b"exclude = [" + b"'a*b',\n" * 20_000 + b"]\n",
    "a slow pattern": _TABLE + b'exclude = ["' + b"*a" * 60 + b'b"]\n',
    "a slow pattern with folders": _TABLE + b'exclude = ["' + b"**/a" * 40 + b'"]\n',
    "no pattern": _TABLE + b'exclude = ["[", "a[!", "\\\\"]\n',
    "controls": _TABLE + b'exclude = ["\\u001b[31m\\u0000"]\n',
    "an unknown plugin": _TABLE + b'plugins = ["../../etc", "os"]\n',
    "code as device": _TABLE + b"device-expression = \"__import__('os').system('touch stolen')\"\n",
    "a huge number": _TABLE + b"target-torch = " + b"9" * 10_000 + b"\n",
    "a date": _TABLE + b"select = 1979-05-27\n",
    "a mark": b"\xef\xbb\xbf" + _TABLE,
    "very long": b"#" * 5_000_000 + b"\n" + _TABLE,
}
PATTERNS = {
    "no text": b"\xff\xfe\0*\n",
    "no pattern": b"[\n!\n\\\n/\n**\n***\n!/\n[!\n[]\n",
    "a slow pattern": b"*a" * 60 + b"b\n",
    "a slow pattern with folders": b"**/a/" * 40 + b"\n",
    "very many": b"".join(b"name%d*\n" % number for number in range(20_000)),
    "one long line": b"a" * 2_000_000,
    "carriage returns": b"*.pyc\r!x\r\n\r",
}
NOTEBOOKS = {
    "empty": b"",
    "no json": b'{"cells": [',
    "no text": b"\xff\xfe\0",
    "a list": b"[]",
    "a number": b"7",
    "null": b"null",
    "no cells": b"{}",
    "cells of no cells": b'{"cells": [1, null, "x", [], {}]}',
    "cells that are a table": b'{"cells": {"a": 1}}',
    "source of numbers": b'{"cells": [{"cell_type": "code", "source": [1, 2.data]}]}',
    "source of lists": b'{"cells": [{"cell_type": "code", "source": [["import torch\\n"], {}]}]}',
    "no source": b'{"cells": [{"cell_type": "code"}], "nbformat": 4}',
    "deep": b'{"cells": ' + b"[" * _DEEP + b"]" * _DEEP + b"}",
    "half a letter": b'{"cells": [{"cell_type": "code", "source": "import torch\\nx = \\"\\ud800\\"; x.data"}]}',
    "no numbers": b'{"cells": [{"cell_type": "code", "source": "torch x.data", "n": NaN, "m": -Infinity}]}',
    "a huge number": b'{"cells": [{"cell_type": "code", "source": "torch x.data", "n": ' + b"9" * 10_000 + b"}]}",
    "twice the same": b'{"cells": [], "cells": [{"cell_type": "code", "source": "torch x.data"}], "cells": 1}',
    "NUL in the code": b'{"cells": [{"cell_type": "code", "source": "import torch\\u0000 x.data"}]}',
    "more than one": b'{"cells": []}{"cells": []}',
    "very many cells": json.dumps({"cells": [{"cell_type": "code", "source": "x.data # torch"}] * 3000}).encode(),
}
_CACHES = (b"", b"\0", b"{}", b"[]", b"null\n{}", b'{"format": 2}\n7', b"[" * _DEEP, b"\n" * 100, b"9" * 10_000)


def few(scene: Scene) -> None:
    scene.fill(3)


def configured(scene: Scene) -> Ended:
    name = scene.random.choice(sorted(CONFIGURATIONS))
    scene.write(scene.random.choice(("pyproject.toml", "folder_1/pyproject.toml")), CONFIGURATIONS[name])
    return scene.run()


def ignored(scene: Scene) -> Ended:
    name = scene.random.choice(sorted(PATTERNS))
    (scene.tree / ".git").mkdir()
    scene.write(scene.random.choice((".gitignore", "folder_1/.gitignore", ".git/info/exclude")), PATTERNS[name])
    return scene.run()


def odd_places(scene: Scene) -> Ended:
    """Where a file of settings should be, there is something that is no file, or that never ends."""
    place = scene.tree / scene.random.choice(
        ("pyproject.toml", ".gitignore", "folder_1/pyproject.toml", "x.py", "x.ipynb")
    )
    kind = scene.random.choice(("folder", "pipe", "loop", "device"))
    if os.name != "posix" and kind != "folder":
        raise Skipped("pipes and devices are POSIX's")
    if kind == "folder":
        place.mkdir()
    elif kind == "pipe":
        os.mkfifo(place)
    elif kind == "loop":
        place.symlink_to(place.name)
    else:
        place.symlink_to("/dev/zero")
    return scene.run()


def one_sentence(scene: Scene, ended: Ended) -> None:
    """It ends, in few words; each file is old or new, and nothing was executed."""
    ended.plainly(0, 2)
    scene.old_or_new()
    must(len(ended.err) < 5000, f"so many words: {len(ended.err)}")
    must("\x1b" not in ended.err + ended.out, "a terminal would obey what was said")
    must(not list(scene.tree.rglob("stolen")), "settings were executed")
    scene.tidy()


def notebook(scene: Scene) -> Ended:
    name = scene.random.choice(sorted(NOTEBOOKS))
    scene.notes["data"] = NOTEBOOKS[name]
    scene.write("odd.ipynb", NOTEBOOKS[name])
    return scene.run()


def others_are_done(scene: Scene, ended: Ended) -> None:
    """The notebook is as it was, or it is one that differs only in what was to be fixed; all else is done."""
    one_sentence(scene, ended)
    scene.complete()
    data = (scene.tree / "odd.ipynb").read_bytes()
    before = scene.notes["data"]
    assert isinstance(before, bytes)
    must(data in (before, before.replace(OLD, NEW)), "the notebook is something else")


def filled_cache(scene: Scene) -> None:
    scene.fill(6)
    scene.write("clean.py", b"import torch\n\nx = torch.zeros(3)\n")
    scene.notes["out"] = scene.run("check", "--select", "TFC601", "--output-format", "json").out


def damaged(scene: Scene) -> Ended:
    """What the cache holds is damaged in one of many ways; then it is looked at with it, and fixed with it."""
    files = [path for path in sorted((scene.folder / "cache").rglob("*")) if path.is_file()]
    must(files, "there is no cache")
    for file in files:
        _damage(file, scene)
    looked = scene.run("check", "--select", "TFC601", "--output-format", "json")
    looked.plainly(1)
    scene.notes["looked"] = looked.out
    return scene.run()


def _damage(file: Path, scene: Scene) -> None:
    data, random = bytearray(file.read_bytes()), scene.random
    how = random.randrange(6)
    if how == 0:
        file.write_bytes(data[: random.randrange(len(data) + 1)])
    elif how == 1:
        for _ in range(random.randint(1, 20)):
            data[random.randrange(len(data))] = random.randrange(256)
        file.write_bytes(data)
    elif how == 2:
        file.write_bytes(random.choice(_CACHES))
    elif how == 3:
        file.unlink()
        file.mkdir()
    elif how == 4 and os.name == "posix":
        file.unlink()
        if random.random() < 0.5:
            os.mkfifo(file)
        else:
            file.symlink_to(file.name)
    else:
        file.write_bytes(data * 50)


def as_without(scene: Scene, ended: Ended) -> None:
    ended.plainly(0)
    looked, out = (json.loads(str(scene.notes[name])) for name in ("looked", "out"))
    for said in looked["summary"].pop("warnings"):
        must(said.startswith(f"the cache in {scene.folder}"), said)  # where nothing can be written in its place
    del out["summary"]["warnings"]
    must(looked == out, "with the damaged cache something else is found")
    scene.complete()


def links(scene: Scene) -> None:
    """Loops, links to files and folders inside and outside, and files with several names."""
    scene.fill(4)
    outside = scene.folder / "outside"
    outside.mkdir()
    text = scene.old["folder_0/file_0.py"]
    for name in ("a.py", "b.py", "hard.py"):
        (outside / name).write_bytes(text)
    try:
        (scene.tree / "loop").symlink_to(".")
        (scene.tree / "loop.py").symlink_to("loop.py")
        (scene.tree / "folder_0" / "up").symlink_to("..")
        (scene.tree / "nowhere.py").symlink_to("nothing.py")
        (scene.tree / "out.py").symlink_to(outside / "a.py")
        (scene.tree / "out").symlink_to(outside)
        (scene.tree / "in.py").symlink_to("folder_1/file_1.py")
        (scene.tree / "in").symlink_to("folder_2")
        (scene.tree / "hard_out.py").hardlink_to(outside / "hard.py")
        (scene.tree / "hard_in.py").hardlink_to(scene.tree / "folder_3" / "file_3.py")
    except OSError as error:
        raise Skipped(f"links cannot be made here: {error.strerror}") from None
    scene.notes["text"] = text
    names = ["out.py", "out", "in.py", "in", "loop", "loop.py", "hard_in.py", "hard_out.py", "nowhere.py"]
    named = scene.random.sample(names, scene.random.randrange(3))
    scene.arguments = (*scene.arguments, ".", *named)


def nothing_outside(scene: Scene, ended: Ended) -> None:
    ended.plainly(0, 2)
    outside = scene.folder / "outside"
    for file in outside.iterdir():
        must(file.read_bytes() == scene.notes["text"], f"{file.name} is outside, and was changed")
    must((scene.tree / "hard_out.py").samefile(outside / "hard.py"), "a hard link was parted from its file")
    must((scene.tree / "hard_in.py").samefile(scene.tree / "folder_3/file_3.py"), "two names of a file were parted")
    for name in ("loop", "loop.py", "nowhere.py", "out.py", "out", "in.py", "in"):
        must((scene.tree / name).is_symlink(), f"{name} is no link any more")
    must(ended.code == 2 and "hard_out.py" in ended.err, f"nobody says why hard_out.py is old: {ended.err}")
    scene.complete()


def very_many(scene: Scene) -> None:
    """Files of which every hundredth has something to fix."""
    for number in range(100_000 if scene.is_long else 2_000):
        if number % 100:
            scene.write(f"folder_{number % 97}/clean_{number}.py", b"import os\n\nprint(os.name)\n")
        else:
            name = f"folder_{number % 97}/file_{number}.py"
            scene.add(name, number)


def all_are_done(scene: Scene, ended: Ended) -> None:
    ended.plainly(0)
    scene.complete()
    scene.run().plainly(0)
