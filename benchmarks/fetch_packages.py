"""Download and unpack the pinned packages of packages.txt into benchmarks/packages/<name>-<version>/.

pip finds, downloads and checks them (`--require-hashes`), through whatever index it is configured for;
nothing is installed. For the two sdists pip asks their setup file for the metadata, as it always does.
What is there already is only checked again, so a second run needs no network.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGES = HERE / "packages"
_PIN = re.compile(r"(?P<name>[\w.-]+)==(?P<version>\S+) --hash=sha256:(?P<sha256>[0-9a-f]{64})")
# The wheels are of their time: one is tagged for 3.6 to 3.8 only. They are read here, never run.
_PIP = ["-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes", "--python-version", "3.8"]


class FetchError(Exception):
    """A package could not be had; the text says why and is meant for the user."""


@dataclass(frozen=True)
class Pin:
    """One line of packages.txt."""

    name: str
    version: str
    sha256: str

    @property
    def folder(self) -> Path:
        """Where it is unpacked."""
        return PACKAGES / f"{self.name}-{self.version}"

    @property
    def archives(self) -> Path:
        """The folder that holds its download and nothing else."""
        return PACKAGES / ".archives" / self.name


def read_pins(path: Path = HERE / "packages.txt") -> list[Pin]:
    """The pins in the order of the file, small packages first.

    Raises FetchError for a line that is no pin with a hash.
    """
    pins = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        text = line.split(" #")[0].strip()
        if not text or text.startswith("#"):
            continue
        match = _PIN.fullmatch(text)
        if match is None:
            raise FetchError(f"{path.name}, line {number}: expected NAME==VERSION --hash=sha256:..., found {text!r}")
        pins.append(Pin(**match.groupdict()))
    return pins


def fetch(pin: Pin) -> bool:
    """Make sure that a package lies unpacked in its folder. True if it had to be unpacked."""
    archive = _archive_of(pin)
    if archive is None:
        _download(pin)
        archive = _archive_of(pin)
    if archive is None:
        raise FetchError(f"{pin.name}: pip reported success but left no file in {pin.archives}")
    _check_hash(pin, archive)
    if pin.folder.is_dir():
        return False
    _unpack(archive, pin.folder)
    return True


def _archive_of(pin: Pin) -> Path | None:
    found = sorted(pin.archives.glob("*")) if pin.archives.is_dir() else []
    return found[0] if found else None


def _check_hash(pin: Pin, archive: Path) -> None:
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != pin.sha256:
        raise FetchError(f"{archive}: SHA-256 is {found}, pinned is {pin.sha256}. Delete the file to load it anew")


def _download(pin: Pin) -> None:
    pin.archives.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        wanted = Path(scratch, "wanted.txt")
        wanted.write_text(f"{pin.name}=={pin.version} --hash=sha256:{pin.sha256}\n", encoding="utf-8")
        command = [sys.executable, *_PIP, "--dest", str(pin.archives), "--requirement", str(wanted)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        errors = [line for line in done.stderr.splitlines() if "ERROR" in line] or done.stderr.splitlines()[-1:]
        raise FetchError(f"{pin.name}: pip could not download it: " + "; ".join(errors))


def _unpack(archive: Path, folder: Path) -> None:
    # Unpacked beside its place and renamed: a folder that exists is complete.
    with tempfile.TemporaryDirectory(dir=PACKAGES, prefix=".unpacking-") as scratch:
        inside = Path(scratch, folder.name)
        if archive.suffix == ".whl":
            with zipfile.ZipFile(archive) as wheel:
                wheel.extractall(inside)
        else:
            with tarfile.open(archive) as sdist:
                _extract_sdist(sdist, Path(scratch))
            [inside] = [path for path in Path(scratch).iterdir() if path.is_dir()]
        inside.rename(folder)


def _extract_sdist(sdist: tarfile.TarFile, where: Path) -> None:
    if hasattr(tarfile, "data_filter"):  # Python 3.10.12, 3.11.4 and later
        sdist.extractall(where, filter="data")
    else:
        sdist.extractall(where)


def main(arguments: list[str] | None = None) -> int:
    """Fetch all or the named packages; 0 if all of them are there."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these packages and no others")
    options = parser.parse_args(arguments)
    pins = read_pins()
    known = {pin.name for pin in pins}
    unknown = [name for name in options.only or () if name not in known]
    if unknown:
        parser.error(f"not in packages.txt: {', '.join(unknown)} (there are: {', '.join(sorted(known))})")
    failures = 0
    for pin in pins:
        if options.only and pin.name not in options.only:
            continue
        try:
            fresh = fetch(pin)
        except FetchError as error:
            failures += 1
            print(f"error: {error}", file=sys.stderr)
        else:
            print(f"{pin.name} {pin.version}: {'unpacked' if fresh else 'already there'}, hash verified")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
