"""Tables and numbers as notebooks show them."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


def table(title: str, rows: Iterable[tuple[str, str]], *, note: str = "") -> str:
    """A titled table of two columns as HTML."""
    cell = "text-align:left;padding:1px 10px 1px 0;font-size:12px;border:0;background:none"
    body = "".join(
        f'<tr style="background:none"><td style="{cell};opacity:.65">{escape(name)}</td>'
        f'<td style="{cell}">{escape(value)}</td></tr>'
        for name, value in rows
    )
    head = f'<div style="font-weight:600;margin-bottom:4px">{escape(title)}</div>' if title else ""
    foot = f'<div style="font-size:12px;opacity:.65">{escape(note)}</div>' if note else ""
    return (
        f'<div style="font-family:system-ui,sans-serif">{head}'
        f'<table style="border-collapse:collapse;margin:0;color:inherit">{body}</table>{foot}</div>'
    )


def number(value: float | int | None, unit: str = "") -> str:
    """A number with as many digits as it deserves, and its unit."""
    if value is None:
        return "–"
    text = str(value) if isinstance(value, int) else f"{value:.4g}"
    return f"{text} {unit}" if unit else text


def secs(value: float) -> str:
    """A time in seconds."""
    return f"{value:.2f} s" if abs(value) < 1e7 else f"{value:g} s"


def plural(count: int, noun: str) -> str:
    """A number of things."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
