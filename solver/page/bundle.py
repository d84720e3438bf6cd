"""A page in one file: script, style and data put into the frame `static/page.html`, with a policy that lets nothing in.

The script's modules are joined by taking out their imports and exports, in an order in which each stands after those
that it needs; each becomes a function that returns what it exports.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([\w-]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?function (\w+)|const (\w+)|class (\w+))", re.MULTILINE)


@cache
def static(name: str) -> str:
    """A file of `static`."""
    return (files("solver.page") / "static" / name).read_text(encoding="utf-8")


def page(
    entry: str,
    title: str,
    symbols: str,
    data: Mapping[str, Any],
    no_script: str,
    *,
    styles: tuple[str, ...] = ("cards.css", "page.css"),
    asks: bool = False,
) -> str:
    """The page whose script begins with the module `entry`, with the definitions of the faces and the data.

    asks: the script may ask the server that the page is from; else it may ask nobody.
    """
    script = "\n" + bundled(entry)
    style = "\n" + "\n".join(map(static, styles))
    server = "'self'" if asks else "'none'"
    policy = (
        f"default-src 'none'; script-src {_digest(script)}; style-src {_digest(style)}; img-src data:; "
        f"connect-src {server}; base-uri 'none'; form-action 'none'"
    )
    return Template(static("page.html")).substitute(
        policy=policy,
        title=escape(title),
        style=style,
        symbols=symbols,
        no_script=escape(no_script),
        data=as_script_data(data),
        script=script,
    )


def bundled(entry: str) -> str:
    """A module and all that it needs as one script."""
    order: list[str] = []
    _visit(entry, order)
    return "".join(_block(name) for name in order)


def _visit(name: str, order: list[str]) -> None:
    for needed in _IMPORT.finditer(static(name)):
        if needed[2] not in order:
            _visit(needed[2], order)
    order.append(name)


def _block(name: str) -> str:
    """A module as a function that returns what it exports; what it imports are constants."""
    source = static(name)
    imports = "".join(f"const {{{needed[1]}}} = {_variable(needed[2])};\n" for needed in _IMPORT.finditer(source))
    exported = [next(filter(None, found.groups())) for found in _EXPORT.finditer(source)]
    body = _EXPORT.sub("", _IMPORT.sub("", source))
    return f"const {_variable(name)} = (() => {{\n{imports}{body}return {{ {', '.join(exported)} }};\n}})();\n"


def _variable(name: str) -> str:
    return name.removesuffix(".js").replace("-", "_") + "_module"


def as_script_data(data: Mapping[str, Any]) -> str:
    """Data as JSON that no deal file can break out of: nothing in it means anything to HTML."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
