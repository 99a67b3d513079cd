"""A server of its own for one role on loopback, with a temporary seeded folder and a signed-in user."""

import json
import os
import random
import re
import shutil
import subprocess
import tempfile
import urllib.request
from pathlib import Path

PASSWORD = "a journey of a thousand miles"
ROLES = {
    "master": "master@vitrine.localhost",
    "admin": "ana.souza@casalumen.example",
    "manager": "marcos.lima@casalumen.example",
    "regular": "julia.mendes@casalumen.example",
}



def somewhere() -> str:
    """An address of the documentation's networks. The limits on tries count by address, and the server is told to
    believe what a proxy says of it: each request comes from somewhere else."""
    return f"2001:db8::{random.SystemRandom().getrandbits(48):x}"


# The address where the roles sign in: a known address is exempt from the limit over all addresses.
HOME = "2001:db8:1::1"


def ask(url: str, method: str, path: str, body=None, token=None):
    headers = {"content-type": "application/json", "x-forwarded-for": HOME}
    if token:
        headers["authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url + path, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        text = answer.read()
    return json.loads(text) if text else None


def sign_in(url: str, email: str, password: str = PASSWORD) -> str:
    return ask(url, "POST", "/api/core/auth/login", {"email": email, "password": password})["token"]


class Seeded:
    """The demonstration's organisations, drawn once; each role works on a copy."""

    def __init__(self, program: str):
        self.program = program
        self.folder = Path(tempfile.mkdtemp(prefix="vitrine-conformance-"))
        seed = [program, "seed", "--data", self.folder / "seed", "--password", PASSWORD]
        said = subprocess.run(seed, check=True, capture_output=True, text=True).stdout
        self.first_password = re.search(r"password +(\S+)", said).group(1)

    def close(self):
        shutil.rmtree(self.folder)


class TestServer:
    """One server, and the ids for calls: of existing objects that may be changed freely."""

    def __init__(self, seeded: Seeded, role: str):
        self.role, self.email = role, ROLES[role]
        self.data = seeded.folder / role
        shutil.copytree(seeded.folder / "seed", self.data)
        self.log = open(seeded.folder / f"{role}.log", "w+")
        command = [seeded.program, "serve", "--data", self.data, "--listen", "127.0.0.1:0"]
        env = {"VITRINE_LOG": "error", "VITRINE_TRUST_FORWARDED": "true", "PATH": os.environ["PATH"]}
        self.server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True, env=env)
        self.url = next(line.split()[-1] for line in self.server.stdout if "Vitrine is at" in line)
        token = sign_in(self.url, ROLES["master"], seeded.first_password)
        new = {"password": seeded.first_password, "new_password": PASSWORD}
        ask(self.url, "POST", "/api/core/auth/reset_password", new, token)
        self.pools = self.furnish(sign_in(self.url, ROLES["master"]))

    def furnish(self, token: str) -> dict:
        """A company, a group, people and more, beside those that the roles themselves belong to."""
        call = lambda method, path, body=None: ask(self.url, method, f"/api/core/{path}", body, token)
        tenant = call("GET", "tenant?q=casa-lumen")["items"][0]["tenant_id"]
        spare = {"name": "Spare", "key": "spare", "cnpj": "11.222.333/0001-81", "tenant_id": tenant}
        company = call("POST", "company", spare)["company_id"]
        owner = sign_in(self.url, ROLES["admin"])
        own = lambda method, path, body=None: ask(self.url, method, f"/api/core/{path}", body, owner)
        group = {"group_title": "Spare", "group_key": "spare", "company_id": company}
        group = own("POST", "usergroup", group)["user_group_id"]
        people = [
            own("POST", "users_with_admin", {"name": f"Spare {n}", "email": f"spare{n}@spare.example", "company_id": company})
            for n in range(3)
        ]
        for person in people[:1]:
            own("PUT", f"usergroup/{group}/users/{person['users_id']}", {"manager": False})
        marcos = own("GET", "users?q=marcos")["items"][0]["users_id"]
        own("PUT", f"usergroup/{group}/users/{marcos}", {"manager": True})
        theme = {"theme_title": "Spare", "theme_key": "spare", "tenant_id": tenant}
        theme = own("POST", "theme", theme)["theme_id"]
        quota = {"tenant_id": tenant, "service": "synthetic_image", "type_of_billing": "prepaid"}
        quota = own("POST", "quota/tenant", quota)["quota_id"]
        invited = {"name": "Guest", "email": "guest@spare.example", "company_id": company}
        invitation = own("POST", "invitation", invited)["invitation_id"]
        instance = call("GET", "application_instance?q=library")["items"][0]["application_instance_id"]
        return {
            "tenant_id": [tenant],
            "company_id": [company],
            "user_group_id": [group],
            "users_id": [person["users_id"] for person in people],
            "theme_id": [theme],
            "quota_id": [quota],
            "invitation_id": [invitation],
            "application_instance_id": [instance],
            "tenant_key": ["casa-lumen"],
            "mail_id": [1],
        }

    def close(self):
        """Ends the server by its process id, and returns the errors of its log."""
        self.server.terminate()
        ended = self.server.wait(timeout=30)
        self.log.seek(0)
        return ended, self.log.read()
