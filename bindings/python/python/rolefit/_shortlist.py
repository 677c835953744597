"""Shortlists: rows for programs, frames for analysis, pages for people."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Optional, Union, overload

from . import _html, _native

Row = dict[str, Any]

_COMPONENTS = ("skills", "family", "scale", "pay", "level", "location")


class Shortlist(Sequence[Row]):
    """The shortlists of one or more roles: a sequence of rows, best first, role by role.

    A row is a dict with `role_id`, `rank`, `candidate_id`, `name`, `fit` (0 to 100), `verdict`, `coverage`, `components` with their
    `evidence`, `penalties`, `bonuses`, `gaps`, `flags`, `summary`, `questions`: the same as a line of `rolefit rank --format jsonl`.

    `n_skipped` documents could not be used; `skipped` says why, as pairs of a JSON pointer and a message.
    """

    def __init__(
        self,
        answers: Sequence[str],
        *,
        n_skipped: int = 0,
        skipped: Sequence[tuple[str, str]] = (),
        blind: bool = False,
    ) -> None:
        """`answers` are JSON texts, as this package and the HTTP service give them; pages of `blind` ones do not tell who it is."""
        self._texts = list(answers)
        self._blind = blind
        self._rows: Optional[list[Row]] = None
        self.n_skipped = n_skipped
        self.skipped = list(skipped)

    @property
    def answers(self) -> list[dict[str, Any]]:
        """The whole answers, a dict for each role: counts, gates, applied weights, and what they were computed with."""
        return [json.loads(text) for text in self._texts]

    @property
    def role_ids(self) -> list[str]:
        """The roles, in the order in which they were given."""
        return [answer["role_id"] for answer in self.answers]

    def for_role(self, role_id: str) -> Shortlist:
        """The shortlist of one role."""
        for text, id in zip(self._texts, self.role_ids):
            if id == role_id:
                return Shortlist([text], blind=self._blind)
        raise KeyError(role_id)

    def explain(self, candidate_id: str, role_id: Optional[str] = None) -> Explanation:
        """Why somebody stands where they stand; the role is needed where there are several. `Engine.fit` explains any pair."""
        if role_id is None and len(self._texts) > 1:
            raise ValueError(f"there are {len(self._texts)} roles; expected role_id to say which")
        for row in self.for_role(role_id) if role_id is not None else self:
            if row["candidate_id"] == candidate_id:
                return Explanation(row, blind=self._blind)
        raise KeyError(candidate_id)

    def to_jsonl(self) -> str:
        """A row a line: the bytes of `rolefit rank --format jsonl`."""
        return _native.rendered(self._texts, "jsonl")

    def to_json(self) -> str:
        """The answer, or a list of answers where there are several roles: the bytes of `rolefit rank --format json`."""
        return _native.rendered(self._texts, "json")

    def to_pandas(self) -> Any:
        """A frame of pandas, a row for each row, with the columns of `rolefit rank --format csv`."""
        import pandas  # type: ignore[import-untyped, import-not-found, unused-ignore]

        return pandas.DataFrame(self._columns())

    def to_polars(self) -> Any:
        """A frame of polars, a row for each row, with the columns of `rolefit rank --format csv`."""
        import polars  # type: ignore[import-not-found, unused-ignore]

        text, whole, number = polars.Utf8, polars.Int64, polars.Float64
        types = {"rank": whole, "fit": number, "coverage": number, "must_have_coverage": number}
        types.update({f"{name}_points": number for name in _COMPONENTS})
        columns = self._columns()
        return polars.DataFrame(columns, schema={name: types.get(name, text) for name in columns})

    def _columns(self) -> dict[str, list[Any]]:
        rows = list(self)
        columns: dict[str, list[Any]] = {name: [row[name] for row in rows] for name in ("role_id", "rank", "candidate_id")}
        columns["name"] = [row.get("name") for row in rows]
        for name in ("fit", "verdict", "coverage", "must_have_coverage"):
            columns[name] = [row[name] for row in rows]
        for name in _COMPONENTS:
            points = ({part["name"]: part["points"] for part in row["components"]} for row in rows)
            columns[f"{name}_points"] = [of.get(name) for of in points]
        columns["pay_verdict"] = [row["pay_verdict"] for row in rows]
        columns["flags"] = ["; ".join(row["flags"]) for row in rows]
        columns["gaps"] = ["; ".join(f"{gap['requirement']} ({gap['necessity']})" for gap in row["gaps"]) for row in rows]
        columns["summary"] = [row["summary"] for row in rows]
        return columns

    def _all(self) -> list[Row]:
        if self._rows is None:
            of = [(answer["role_id"], row) for answer in self.answers for row in answer["results"]]
            self._rows = [{"role_id": role_id, **row} for role_id, row in of]
        return self._rows

    def __len__(self) -> int:
        return len(self._all())

    @overload
    def __getitem__(self, at: int) -> Row: ...
    @overload
    def __getitem__(self, at: slice) -> list[Row]: ...
    def __getitem__(self, at: Union[int, slice]) -> Union[Row, list[Row]]:
        return self._all()[at]

    def __iter__(self) -> Iterator[Row]:
        return iter(self._all())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shortlist) and self._texts == other._texts

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """A line for each row, the first ten."""
        lines = [f"Shortlist of {len(self._texts)} role(s), {len(self)} row(s)"]
        for row in self._all()[:10]:
            who = row.get("name") or row["candidate_id"]
            lines.append(f"{row['role_id']}  {row['rank']:>3}  {row['fit']:6.2f}  {row['verdict']:<8}  {who}")
        if len(self) > 10:
            lines.append("...")
        return "\n".join(_html.visible(line) for line in lines)

    def _repr_html_(self) -> str:
        return _html.shortlist(self.answers, self._blind)


class Explanation:
    """Why one candidate fits one role as they do: `print` it, show it in a notebook, or look into `row`."""

    def __init__(self, row: Row, *, blind: bool = False) -> None:
        self.row = row
        """All that is known, as a dict."""
        self._blind = blind

    @property
    def fit(self) -> float:
        """0 to 100."""
        return float(self.row["fit"])

    @property
    def verdict(self) -> str:
        """`strong`, `good`, `possible` or `weak`."""
        return str(self.row["verdict"])

    @property
    def summary(self) -> str:
        """One or two sentences that a recruiter can paste."""
        return str(self.row["summary"])

    def __repr__(self) -> str:
        return f"Explanation(candidate_id={self.row.get('candidate_id')!r}, fit={self.fit}, verdict={self.verdict!r})"

    def __str__(self) -> str:
        row = self.row
        lines = [f"{row.get('name') or row.get('candidate_id')}: {self.fit}, {self.verdict}", row["summary"]]
        if row.get("gated"):
            lines.append(f"would not stand on the shortlist: {row['gated']} is required")
        for component in row["components"]:
            lines.append(f"{component['name']}: {component['points']:.1f} of {100 * component['weight']:.0f}")
            for evidence in component["evidence"]:
                said = evidence.get("statement") or _said(evidence)
                quote = f' "{evidence["text"]}"' if evidence.get("text") else ""
                lines.append(f"  {evidence['effect']}: {said}{quote}")
        lines.extend(f"bonus {bonus['points']:+.1f}: {bonus['name']}" for bonus in row["bonuses"])
        lines.extend(f"penalty {penalty['points']:+.1f}: {penalty['requirement']}" for penalty in row["penalties"])
        lines.extend(f"gap: {gap['requirement']} ({gap['necessity']})" for gap in row["gaps"])
        lines.extend(f"ask: {asked['question']}" for asked in row["questions"])
        return "\n".join(_html.visible(line) for line in lines)

    def _repr_html_(self) -> str:
        return _html.explanation(self.row, self._blind)


def _said(evidence: dict[str, Any]) -> str:
    asked, claim = evidence.get("requirement") or "", evidence.get("claim")
    return f"{asked} by {claim}" if claim and claim != asked else str(asked)
