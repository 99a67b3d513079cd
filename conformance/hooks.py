"""Hooks for what Schemathesis cannot know of this server: how to sign in, which ids exist, valid values of forms."""

import json
import os
import zlib
from pathlib import Path

import schemathesis
from schemathesis.core.parameters import ParameterLocation

import words
from stage import PASSWORD, sign_in, somewhere

SERVER = json.loads(os.environ["CONFORMANCE"])
POOLS = SERVER["pools"]
session = {"token": None}
words.register()


@schemathesis.auth(refresh_interval=None)
class Session:
    """The role's token; a new one after a call that has ended the session."""

    def get(self, case, context):
        return "the role's"

    def set(self, case, data, context):
        if session["token"] is None:
            session["token"] = sign_in(SERVER["url"], SERVER["email"])
        case.headers["Authorization"] = f"Bearer {session['token']}"


def is_valid(case, location) -> bool:
    part = case.meta.components.get(location) if case.meta else None
    return part is None or part.mode.is_positive


def named(values: dict, chosen: int, keep: bool) -> dict:
    """Three in four name existing objects. With `keep`, all do: a role that changes its own company could not go on."""
    if chosen % 4 == 0 and not keep:
        return values
    return {name: POOLS[name][chosen % len(POOLS[name])] if name in POOLS else value for name, value in values.items()}


DOCUMENT = json.loads((Path(__file__).parent.parent / "docs/reference/openapi.json").read_text())


def kinds(schema) -> set:
    """The types of a field, or of the rows of a list."""
    if not isinstance(schema, dict):
        return set()
    if "$ref" in schema:
        named = DOCUMENT["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
        return {named["type"]} if isinstance(named.get("type"), str) else set()
    said = schema.get("type")
    inner = [schema.get("items"), *schema.get("oneOf", [])]
    said = {one for one in (said if isinstance(said, list) else [said]) if isinstance(one, str)}
    return said.union(*map(kinds, inner))


def fields(schema, types: set, found: set) -> set:
    """The names of all fields and parameters of these types in the document."""
    if isinstance(schema, dict):
        for name, inner in schema.get("properties", {}).items():
            if types & kinds(inner):
                found.add(name)
        if schema.get("in") == "query" and types & kinds(schema.get("schema")):
            found.add(schema["name"])
        schema = list(schema.values())
    if isinstance(schema, list):
        for inner in schema:
            fields(inner, types, found)
    return found


FLAGS = fields(DOCUMENT, {"boolean"}, set())
NUMBERS = fields(DOCUMENT, {"integer", "number"}, set())


def is_number(text: str) -> bool:
    try:
        return isinstance(json.loads(text), (int, float))
    except ValueError:
        return False


def wrong(value, name=None):
    """Made up to be refused, and so neither 0 nor 1 for a flag nor a number as text, which the server takes though the
    document does not say so (docs/decisions/0030)."""
    if isinstance(value, dict):
        return {name: wrong(inner, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [wrong(inner, name) for inner in value]
    if name in NUMBERS and isinstance(value, str) and is_number(value):
        return "neither"
    return "neither" if name in FLAGS and value in (0, 1, "0", "1", "true", "false") and not isinstance(value, bool) else value


@schemathesis.hook
def before_call(context, case, kwargs):
    case.headers["X-Forwarded-For"] = somewhere()
    # Derived from the case, not random: a repeated case is the same case.
    chosen = zlib.crc32(repr((case.path_parameters, case.body)).encode())
    if case.path_parameters and is_valid(case, ParameterLocation.PATH):
        case.path_parameters = named(case.path_parameters, chosen, case.method != "GET")
    if isinstance(case.body, dict) and is_valid(case, ParameterLocation.BODY):
        body = named(case.body, chosen, False)
        if case.operation.definition.raw["operationId"] in ("change_email", "second_factor_begin"):
            body["password"] = PASSWORD
        case.body = body
    elif isinstance(case.body, (dict, list)):
        case.body = wrong(case.body)
    if case.query and not is_valid(case, ParameterLocation.QUERY):
        # An empty parameter counts as missing.
        case.query = {name: "neither" if value == "" else wrong(value, name) for name, value in case.query.items()}


@schemathesis.hook
def after_call(context, case, response):
    sent = response.request.headers.get("Authorization")
    ours = sent == f"Bearer {session['token']}"
    if ours and response.status_code == 401 and response.json()["code"] in ("no_session", "expired_token"):
        session["token"] = None
