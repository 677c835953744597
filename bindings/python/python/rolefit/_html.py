"""Shortlists and explanations as parts of a page, with the look of `rolefit rank --format html`. Everything of documents is escaped."""

from __future__ import annotations

import html
import re
from typing import Any

from ._native import BRIEF_STYLE

# Longer quotes are cut, in characters.
_MAX_QUOTE = 240
# Characters that command a terminal, and marks that turn the direction of writing and could make one text look like another.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)


def visible(text: str) -> str:
    """The text with a visible mark for each character that nobody would see."""
    return _HIDDEN.sub("\ufffd", text)


def shortlist(answers: list[dict[str, Any]], blind: bool) -> str:
    """A table for each role."""
    return _part("".join(_table(answer, blind) for answer in answers))


def explanation(row: dict[str, Any], blind: bool) -> str:
    """One candidate: what the fit is made of, requirements, gaps, questions."""
    body = f"<h2>{_escaped(_who(row, blind))} <small>{row['fit']:.0f}, {_escaped(row['verdict'])}</small></h2>"
    # Words of the candidate may name the candidate, and so may a summary that quotes them.
    if not blind:
        body += f"<p>{_escaped(row['summary'])}</p>"
    if row.get("gated"):
        body += f'<p class="gate">Would not stand on the shortlist: {_escaped(row["gated"])} is required.</p>'
    made_of = "".join(_component(part) for part in row["components"] if part["weight"] > 0)
    body += f"<table><caption>What the fit is made of</caption><tbody>{made_of}</tbody></table>"
    found = [_requirement(evidence, blind) for evidence in _skills(row) if evidence["effect"] != "negative"]
    body += _list("Requirements", found)
    nearest = (f"; nearest: {_escaped(gap['nearest'])}" if gap.get("nearest") else "" for gap in row["gaps"])
    gaps = [f"{_escaped(gap['requirement'])} ({_necessity(gap)}){near}" for gap, near in zip(row["gaps"], nearest)]
    body += _list("Gaps", gaps)
    asked = [f"{_escaped(asked['question'])} <small>{_escaped(asked['why'])}</small>" for asked in row["questions"]]
    return _part(body + _list("Questions", asked))


def _part(body: str) -> str:
    return f'<div class="rolefit"><style>{_style()}</style>{body}</div>'


def _style() -> str:
    """The page's style for a part of a page alone: each selector within `.rolefit`."""

    def within(selectors: str) -> str:
        own = (selector.strip() for selector in selectors.split(","))
        return ", ".join(".rolefit" if selector == "body" else f".rolefit {selector}" for selector in own)

    def rule(found: re.Match[str]) -> str:
        return f"{found[1]}{within(found[2])} {{"

    return re.sub(r"(^\s*|[{}]\s*)([^@{}]+?)\s*\{", rule, BRIEF_STYLE)


def _table(answer: dict[str, Any], blind: bool) -> str:
    counts = f"{answer['considered']:,} considered, {len(answer['results'])} below"
    head = f"<h1>{_escaped(answer['role_id'])}</h1><p>{counts} · as of {_escaped(answer['model']['as_of'])}</p>"
    rows = "".join(
        f'<tr><td>{row["rank"]}</td><th scope="row">{_escaped(_who(row, blind))}</th>'
        f'<td>{row["fit"]:.0f} {_escaped(row["verdict"])}</td>'
        f"<td>{', '.join(_strengths(row))}</td><td>{', '.join(_gaps(row))}</td></tr>"
        for row in answer["results"]
    )
    names = ("#", "Candidate", "Fit", "Strengths", "Gaps")
    heading = "".join(f'<th scope="col">{name}</th>' for name in names)
    gated = "".join(
        f"<p>Left out: {gate['count']:,} without {_escaped(gate['requirement'])}</p>" for gate in answer["gated"]
    )
    return (
        f"<section><header>{head}</header><table><caption>Shortlist</caption><thead><tr>{heading}</tr></thead>"
        f"<tbody>{rows}</tbody></table>{gated}</section>"
    )


def _component(part: dict[str, Any]) -> str:
    most = 100 * part["weight"]
    meter = f'<meter min="0" max="{most:.1f}" value="{part["points"]:.1f}"></meter>'
    figures = f"{part['points']:.1f} of {most:.0f}"
    return f'<tr><th scope="row">{_escaped(part["name"])}</th><td>{figures}</td><td>{meter}</td></tr>'


def _requirement(evidence: dict[str, Any], blind: bool) -> str:
    asked, claim = evidence.get("requirement") or "", evidence.get("claim")
    text = f"<b>{_escaped(asked)}</b> {'met' if evidence['effect'] == 'positive' else 'in part'}"
    if claim and claim != asked:
        text += f" by {_escaped(claim)}"
    if evidence.get("years") is not None:
        text += f", {evidence['years']:.0f} y"
    if evidence.get("text") and not blind:
        text += f" <q>{_escaped(evidence['text'][:_MAX_QUOTE])}</q>"
    return text


def _skills(row: dict[str, Any]) -> list[dict[str, Any]]:
    return [evidence for part in row["components"] if part["name"] == "skills" for evidence in part["evidence"]]


def _strengths(row: dict[str, Any]) -> list[str]:
    return [_escaped(found.get("requirement") or "") for found in _skills(row) if found["effect"] == "positive"]


def _gaps(row: dict[str, Any]) -> list[str]:
    return [f"{_escaped(gap['requirement'])} ({_necessity(gap)})" for gap in row["gaps"]]


def _necessity(gap: dict[str, Any]) -> str:
    return "required" if gap["necessity"] == "must_have" else str(gap["necessity"]).replace("_", " ")


def _list(title: str, items: list[str]) -> str:
    return f"<h3>{title}</h3><ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>" if items else ""


def _who(row: dict[str, Any], blind: bool) -> str:
    if blind:
        # One that was looked at alone has no rank.
        return f"Candidate {row['rank']}" if row["rank"] else "The candidate"
    return str(row.get("name") or row.get("candidate_id") or "")


def _escaped(text: Any) -> str:
    return html.escape(visible(str(text)), quote=True)
