"""The snippets of docs/guides/api-quick-start.md, run word for word but for the server's address."""

import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs/guides/api-quick-start.md"
ADDRESS = "http://127.0.0.1:8080"
CLIENTS = HERE / "clients/node_modules"
CHECK = ["--noEmit", "--strict", "--noUncheckedIndexedAccess", "--module", "nodenext", "--target", "es2024", "--types", "node"]

# How each is run, and which file it stores.
WAYS = {
    "sh": ("hello.sh", ["bash", "-euo", "pipefail"], "hello.txt"),
    "ts": ("hello.mts", ["node"], "hello from TypeScript.txt"),
    "python": ("hello.py", [sys.executable], "hello from Python.txt"),
}


def snippets(page: str) -> dict[str, str]:
    """The code of the page by its language; each names the server once."""
    found = re.findall(r"^```(\w+)\n(.*?)^```$", page, re.M | re.S)
    if sorted(language for language, _ in found) != sorted(WAYS):
        raise SystemExit(f"{PAGE.name} has snippets in {[language for language, _ in found]}, instead of {list(WAYS)}")
    for language, code in found:
        if code.count(ADDRESS) != 1:
            raise SystemExit(f"{PAGE.name}: the snippet in {language} names {ADDRESS} {code.count(ADDRESS)} times")
    return dict(found)


def said_by(*command, **more) -> str:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60, **more)
    if done.returncode:
        raise SystemExit(f"{PAGE.name}: {command[0]} {done.returncode}:\n{done.stdout}")
    return done.stdout


def quick_start(url: str, email: str, password: str, folder: Path):
    """Runs each snippet as somebody who may write to a repository; it has to find its file and to read it again."""
    (folder / "node_modules").symlink_to(CLIENTS)
    asked = {**os.environ, "EMAIL": email, "PASSWORD": password}
    for language, code in snippets(PAGE.read_text()).items():
        file, command, stored = WAYS[language]
        (folder / file).write_text(code.replace(ADDRESS, url))
        if language == "ts":
            said_by(CLIENTS / ".bin/tsc", *CHECK, file, cwd=folder)
        said = said_by(*command, file, env=asked, cwd=folder)
        if stored not in said or not said.rstrip().endswith("Hello, Vitrine."):
            raise SystemExit(f"{PAGE.name}: the snippet in {language} does not find what it has stored:\n{said}")
