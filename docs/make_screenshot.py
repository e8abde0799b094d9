"""Draw docs/terminal.svg: what `torchfix apply --dry-run` shows on a terminal, by the code that shows it.

python docs/make_screenshot.py
"""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from torchfix_codemods.fix import FixRequest, fix
from torchfix_codemods.outcomes import FileOutcome
from torchfix_codemods.registry import known_rules
from torchfix_codemods.report.model import Report
from torchfix_codemods.report.streams import coloured
from torchfix_codemods.report.terminal import print_changes
from torchfix_codemods.report.text import summary_lines
from torchfix_codemods.settings import Settings
from torchfix_codemods.sources import Source

FILE = Path(__file__).resolve().parent / "terminal.svg"
NAME = "train.py"
WIDTH = 112
BEFORE = b"""\
import torch
from torch.autograd import Variable

from data import train_loader
from model import Net

model = Net().cuda()
model.load_state_dict(torch.load("start.pt"))
criterion = torch.nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

for epoch in range(90):
    total = 0.0
    for images, labels in train_loader:
        labels = labels.cuda(async=True)
        loss = criterion(model(Variable(images.cuda())), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.data[0]
    print(epoch, total)
torch.save(model, "net.pt")
"""
# GitHub's dark theme, like the lines of the diff.
THEME = TerminalTheme(
    (13, 17, 23),
    (201, 209, 217),
    [
        (72, 79, 88),
        (255, 123, 114),
        (63, 185, 80),
        (210, 153, 34),
        (88, 166, 255),
        (188, 140, 255),
        (57, 197, 207),
        (177, 186, 196),
    ],
)
_WEB_FONTS = re.compile(r"\s*@font-face \{.*?\}", re.S)


def report() -> Report:
    """The dry run that the picture shows."""
    codes = tuple(rule.code for rule in known_rules() if not rule.preview)
    result = fix(BEFORE, NAME, FixRequest(codes))
    source = Source(Path.cwd() / NAME, NAME, Settings())
    return Report("dry-run", (FileOutcome(source, result, BEFORE),))


def picture() -> str:
    """The picture as SVG, which loads nothing from elsewhere."""
    console = Console(
        record=True,
        width=WIDTH,
        file=StringIO(),
        force_terminal=True,
        color_system="truecolor",
        legacy_windows=False,
        highlight=False,
    )
    shown = report()
    print_changes(console, shown)
    for line in summary_lines(shown, coloured):
        console.print(Text.from_ansi(line))
    svg = console.export_svg(title="torchfix apply --dry-run", theme=THEME, unique_id="torchfix")
    return _WEB_FONTS.sub("", svg)


if __name__ == "__main__":
    FILE.write_text(picture(), "utf-8")
