"""A headless Chromium for the tests of pages, where the machine has one with its driver; spoken to over plain HTTP."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import ProxyHandler, Request, build_opener

DRIVER = shutil.which("chromedriver")
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
IS_THERE = DRIVER is not None and BROWSER is not None
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # what the protocol calls the field
_SWITCHES = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1200,900")
_START = 60.0


class Browser:
    """One window."""

    def __init__(self, address: str, session: str) -> None:
        self._address = f"{address}/session/{session}"

    def open(self, page: Path, fragment: str = "") -> None:
        self._ask("url", {"url": page.as_uri() + fragment})

    def run(self, script: str, *arguments: object) -> Any:
        """What a piece of javascript gives back."""
        return self._ask("execute/sync", {"script": script, "args": list(arguments)})

    def press(self, *keys: str) -> None:
        """Keys, one after the other, wherever the focus is."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._ask("actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def click(self, selector: str) -> None:
        found = self._ask("element", {"using": "css selector", "value": selector})
        self._ask(f"element/{found[_ELEMENT]}/click", {})

    def emulate(self, **features: str) -> None:
        """What the system says that the user wants: `prefers_color_scheme="dark"`."""
        wanted = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.tool("Emulation.setEmulatedMedia", features=wanted)

    def tool(self, command: str, **parameters: object) -> Any:
        """A command of the developer tools."""
        return self._ask("goog/cdp/execute", {"cmd": command, "params": parameters})

    def said(self) -> list[str]:
        """Errors and refusals since the last call."""
        return [entry["message"] for entry in self._ask("se/log", {"type": "browser"})]

    def picture(self, file: Path) -> None:
        file.write_bytes(base64.b64decode(self.tool("Page.captureScreenshot", captureBeyondViewport=True)["data"]))

    def _ask(self, command: str, body: object) -> Any:
        return ask(f"{self._address}/{command}", body)


def ask(address: str, body: object = None, method: str = "POST") -> Any:
    """One request of the protocol."""
    data = json.dumps(body).encode() if method == "POST" else None
    request = Request(address, data, {"Content-Type": "application/json"}, method=method)
    try:
        with build_opener(ProxyHandler({})).open(request, timeout=_START) as answer:
            return json.load(answer)["value"]
    except HTTPError as error:
        raise AssertionError(error.read().decode()) from None


@contextmanager
def browser() -> Iterator[Browser]:
    """A window of its own, closed afterwards with all of its processes."""
    assert DRIVER is not None
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile, _driver(DRIVER) as address:
        options = {
            "binary": BROWSER,
            "args": [*_SWITCHES, f"--user-data-dir={profile}"],
        }
        wanted = {"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        session = ask(f"{address}/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
        try:
            yield Browser(address, session)
        finally:
            ask(f"{address}/session/{session}", method="DELETE")


@contextmanager
def _driver(program: str) -> Iterator[str]:
    """The driver, on a port that it chooses, and where it listens."""
    process = subprocess.Popen([program, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if "started successfully on port" in line:
                address = f"http://127.0.0.1:{line.rstrip().rstrip('.').rpartition(' ')[2]}"
                break
        else:
            raise AssertionError("the driver of the browser does not start")
        yield address
    except URLError as error:
        raise AssertionError(f"the driver of the browser does not answer: {error}") from error
    finally:
        process.terminate()
        process.wait(30)
        assert process.stdout is not None
        process.stdout.close()
