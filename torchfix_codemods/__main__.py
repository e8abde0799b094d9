"""`python -m torchfix_codemods`, and what the console scripts call."""

import sys


def forget_current_folder() -> None:
    """Take the folder that `python -m` put first off the import path: the user's own `click.py` is not ours to run.

    With `-P` or `-I` the interpreter did not put it there.
    """
    if not sys.flags.isolated and not getattr(sys.flags, "safe_path", False):
        del sys.path[0]


def main() -> int:
    """Run the command line and return the exit code."""
    try:
        from torchfix_codemods.cli import call

        return call(sys.argv[1:])
    except KeyboardInterrupt:
        sys.stderr.write("torchfix: interrupted; every file is either as it was or completely rewritten\n")
        return 130


if __name__ == "__main__":
    forget_current_folder()
    sys.exit(main())
