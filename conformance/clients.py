"""clients.py PROGRAM: do the rules of Redocly and Spectral hold for the OpenAPI document, do clients that are made from
it get through a working day at the built server, and do the snippets of the quick start do what they say?"""

import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from quick_start import quick_start
from stage import PASSWORD, TestServer, Seeded

HERE = Path(__file__).parent
TOOLS = HERE / "clients/node_modules/.bin"
DOCUMENT = HERE.parent / "docs/reference/openapi.json"
WHO = "admin"


def run(*command, **more):
    """Runs a command; exits with its output if it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)
    if done.returncode:
        raise SystemExit(f"{Path(command[0]).name} {done.returncode}:\n{done.stdout}")


def lint():
    """Fails on any error or warning. `.redocly.lint-ignore.yaml` has the exceptions with their reasons."""
    quiet = {**os.environ, "REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
    redocly = ["lint", DOCUMENT, "--config", HERE / "clients/redocly.yaml", "--max-problems", "50"]
    said = subprocess.run(
        [TOOLS / "redocly", *redocly, "--format", "json"], env=quiet, cwd=HERE / "clients", capture_output=True, text=True
    )
    if said.returncode or '"warnings": 0' not in said.stdout:
        raise SystemExit(f"redocly:\n{said.stdout}{said.stderr}")
    run(TOOLS / "spectral", "lint", DOCUMENT, "--ruleset", HERE / "clients/spectral.yaml", "--fail-severity", "warn")


def typescript(environment: dict, folder: Path):
    """Generates and compiles the client, which types every call of the day; then runs it."""
    for name in ("day.ts", "package.json", "tsconfig.json"):
        shutil.copy(HERE / "clients" / name, folder)
    (folder / "node_modules").symlink_to(HERE / "clients/node_modules")
    run(TOOLS / "openapi-typescript", DOCUMENT, "--output", folder / "schema.d.ts")
    run(TOOLS / "tsc", "--project", folder)
    run("node", folder / "made/day.js", env={**os.environ, **environment})


def python(environment: dict, folder: Path):
    tools = Path(sys.executable).parent
    (folder / "config.yaml").write_text("post_hooks: []\nproject_name_override: vitrine-client\n")
    made = ["generate", "--path", DOCUMENT, "--config", folder / "config.yaml", "--output-path", folder / "client"]
    run(tools / "openapi-python-client", *made, cwd=folder)
    run(sys.executable, HERE / "clients/day.py", env={**os.environ, **environment, "PYTHONPATH": str(folder / "client")})


def main(program: str) -> int:
    with tempfile.TemporaryDirectory(prefix="vitrine-clients-") as kept, ThreadPoolExecutor(1) as pool:
        linted = pool.submit(lint)
        seeded = Seeded(program)
        try:
            server = TestServer(seeded, WHO)
            at = {"VITRINE": server.url, "VITRINE_EMAIL": server.email, "VITRINE_PASSWORD": PASSWORD}
            for made in (typescript, python):
                folder = Path(kept) / made.__name__
                folder.mkdir()
                made(at, folder)
                print(f"-- {made.__name__}: a working day", flush=True)
            first = Path(kept) / "quick start"
            first.mkdir()
            quick_start(server.url, server.email, PASSWORD, first)
            print("-- quick start: in curl, TypeScript and Python", flush=True)
            ended, logged = server.close()
        finally:
            seeded.close()
        linted.result()
        print("-- document: no error, no warning", flush=True)
    if logged:
        print(logged)
    return 1 if ended or logged else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
