"""Generates values of the document's formats that satisfy the server's own rules."""

from hypothesis import strategies as st
from schemathesis import openapi

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


def check_digit(values: list[int]) -> int:
    weighted = (value * (2 + place % 8) for place, value in enumerate(reversed(values)))
    rest = sum(weighted) % 11
    return 0 if rest < 2 else 11 - rest


def cnpj(digits: list[int]) -> str:
    first = check_digit(digits)
    return "".join(map(str, [*digits, first, check_digit([*digits, first])]))


CNPJ = st.lists(st.integers(0, 9), min_size=12, max_size=12).filter(lambda digits: len(set(digits)) > 1).map(cnpj)
NAME = st.text(LETTERS, min_size=3, max_size=12)
EMAIL = NAME.map(lambda name: f"{name}@made-up.example")
JSON = st.sampled_from(["{}", "[]", '{"a": [1, null]}', "7", '"ç"'])


def register():
    for name, strategy in {
        "email": EMAIL,
        "cnpj": CNPJ,
        "cnpj-or-nothing": st.just("") | CNPJ,
        "chosen-password": st.text(LETTERS, min_size=14, max_size=40).filter(lambda text: len(set(text)) > 9),
        "json-text": st.just("") | JSON,
        # Never resolved: the provider's host does not exist.
        "issuer": NAME.map(lambda name: f"https://{name}.invalid"),
        "time-zone": st.sampled_from(["UTC", "America/Sao_Paulo", "Europe/Oslo"]),
        "own-link": NAME.map(lambda name: f"/share/{name}"),
        "emails": st.lists(EMAIL, min_size=1, max_size=3).map(",".join),
    }.items():
        openapi.format(name, strategy)
