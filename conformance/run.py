"""run.py PROGRAM [ROLE…] [OPTION…]: is the OpenAPI document kept to its word by the built server, as four roles?

CONFORMANCE_EXAMPLES: made-up requests per operation (default 5). CONFORMANCE_SEED repeats a run. Options are
Schemathesis's own. Two roles are at it at a time, each with a server of its own.
"""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from stage import ROLES, TestServer, Seeded

HERE = Path(__file__).parent
EXAMPLES = os.environ.get("CONFORMANCE_EXAMPLES", "5")
SEED = os.environ.get("CONFORMANCE_SEED", "1")


def examine(seeded: Seeded, role: str, options: list[str]) -> tuple[str, bool]:
    """The output for one role, and whether everything passed."""
    server = TestServer(seeded, role)
    told = {"url": server.url, "email": server.email, "pools": server.pools}
    env = {**os.environ, "CONFORMANCE": json.dumps(told), "SCHEMATHESIS_HOOKS": "hooks", "PYTHONPATH": str(HERE)}
    command = [
        *(Path(sys.executable).parent / "schemathesis", "--config-file", HERE / "schemathesis.toml"),
        *("run", HERE.parent / "docs/reference/openapi.json", "--url", server.url, "--include-tag", "core"),
        *("--seed", SEED, "--max-examples", EXAMPLES, *options),
    ]
    # In the temporary folder: Schemathesis and Hypothesis write files where they are started.
    done = subprocess.run(command, env=env, cwd=seeded.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    ended, logged = server.close()
    held = done.returncode == 0 and ended == 0 and not logged
    return (done.stdout if not held else "\n".join(done.stdout.splitlines()[-6:])) + logged, held


def main(program: str, roles: list[str], options: list[str]) -> int:
    seeded = Seeded(program)
    try:
        with ThreadPoolExecutor(2) as pool:
            found = list(pool.map(lambda role: examine(seeded, role, options), roles))
    finally:
        seeded.close()
    for role, (said, held) in zip(roles, found):
        print(f"-- {role}: {'held' if held else 'NOT HELD'}\n{said}\n", flush=True)
    return 0 if all(held for _, held in found) else 1


if __name__ == "__main__":
    words = [word for word in sys.argv[2:] if word in ROLES]
    options = [word for word in sys.argv[2:] if word not in ROLES]
    sys.exit(main(sys.argv[1], words or list(ROLES), options))
