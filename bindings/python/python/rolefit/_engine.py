"""The engine: ranks, judges single pairs, and reads texts."""

from __future__ import annotations

import datetime
import json
import os
from collections.abc import Mapping
from typing import Any, Optional, Protocol, Union

from . import _native
from ._documents import listed, portions, written
from ._shortlist import Explanation, Shortlist


class _Readable(Protocol):
    def read(self) -> Union[str, bytes]: ...


_File = Union[str, "os.PathLike[str]", _Readable]
_Date = Union[str, datetime.date]


class Engine:
    """Matches candidates to roles. It keeps nobody, can be shared among threads, and can be pickled.

    `taxonomy`, `profile` and `market` are files (a path, or something to read from) of your own skills, constants of the fit, and rows
    of pay. Years and recency are reckoned as of the date `as_of`; today unless given. `threads` are as many as there are cores, unless
    given.

    >>> engine = Engine(as_of="2026-11-01")
    >>> engine
    Engine(as_of='2026-11-01')
    """

    def __init__(
        self,
        taxonomy: Optional[_File] = None,
        profile: Optional[_File] = None,
        market: Optional[_File] = None,
        as_of: Optional[_Date] = None,
        *,
        threads: Optional[int] = None,
    ) -> None:
        self.__setstate__((_text(taxonomy), _text(profile), _text(market), _date(as_of), threads))

    def __getstate__(self) -> tuple[Optional[str], Optional[str], Optional[str], Optional[str], Optional[int]]:
        return (*self._files, self._as_of, self._threads)

    def __setstate__(
        self, state: tuple[Optional[str], Optional[str], Optional[str], Optional[str], Optional[int]]
    ) -> None:
        taxonomy, profile, market, self._as_of, self._threads = state
        self._files = (taxonomy, profile, market)
        if self._threads is not None and not 1 <= self._threads <= 1024:
            raise ValueError(f"threads is {self._threads}; expected 1 to 1024")
        self._native = _native.Engine(taxonomy, profile, market, self._threads)

    def __repr__(self) -> str:
        own = zip(("taxonomy", "profile", "market"), self._files)
        told = [f"{name}=..." for name, text in own if text is not None]
        return f"Engine({', '.join([*told, *([f'as_of={self._as_of!r}'] if self._as_of else [])])})"

    def rank(
        self,
        roles: Any,
        candidates: Any,
        top: int = 20,
        *,
        weights: Optional[Mapping[str, float]] = None,
        rates: Optional[Mapping[str, float]] = None,
        as_of: Optional[_Date] = None,
        blind: bool = False,
        evidence: bool = True,
        invalid: str = "raise",
        document: str = "document",
    ) -> Shortlist:
        """The best `top` candidates for each role.

        Roles and candidates are dicts, JSON text (one document, a list, or JSON Lines), an iterable of either, a path of a `.json` or
        `.jsonl` file, or a frame of pandas, polars or Arrow. A frame has a column of documents, called `document` unless said, or columns
        that are fields, known by their usual names (`id`, `title`, `resume`, `skills`, `city` ...) as in CSV files of `rolefit rank`.
        Candidates are read as a stream, and only those on a shortlist are kept.

        `weights` of components go before the roles' own, such as `{"skills": 0.6}`; `rates` are worths of currencies in US dollars,
        such as `{"EUR": 1.08}`; `blind` leaves names out; without `evidence` rows do not say where points come from.
        Documents that cannot be used raise `RolefitError` with everything that is wrong with any of them; with `invalid="skip"` they
        are passed over and counted in `Shortlist.n_skipped` and told in `Shortlist.skipped`.

        >>> engine = Engine(as_of="2026-11-01")
        >>> shortlist = engine.rank(
        ...     {"id": "r-1", "must_have": ["Slurm"]},
        ...     [{"id": "c-1", "skills": ["Slurm"]}, {"id": "c-2", "skills": ["Excel"]}],
        ...     top=1,
        ... )
        >>> [(row["rank"], row["candidate_id"]) for row in shortlist]
        [(1, 'c-1')]
        """
        if invalid not in ("raise", "skip"):
            raise ValueError(f"invalid is {invalid!r}; expected 'raise' or 'skip'")
        options = self._options(top, weights, rates, as_of, blind, evidence)
        ranking = self._native.ranking(listed(roles, "role", document), options)
        for portion in portions(candidates, "candidate", document):
            ranking.offer(portion)
        n_skipped, skipped = ranking.refused()
        if invalid == "raise":
            ranking.check()
        return Shortlist(ranking.answers(), n_skipped=n_skipped, skipped=skipped, blind=blind)

    def fit(
        self,
        role: Any,
        candidate: Any,
        *,
        weights: Optional[Mapping[str, float]] = None,
        rates: Optional[Mapping[str, float]] = None,
        as_of: Optional[_Date] = None,
        blind: bool = False,
    ) -> Explanation:
        """One pair with its whole explanation, even where a gate would keep the candidate off the shortlist. Ids are not needed.

        >>> fit = Engine(as_of="2026-11-01").fit({"must_have": ["Lustre"]}, {"summary": "I have run Lustre since 2019."})
        >>> fit.row["must_have_coverage"], fit.row["gaps"]
        (1.0, [])
        """
        options = self._options(1, weights, rates, as_of, blind, True)
        row = self._native.fit(written(role), written(candidate), options)
        return Explanation(json.loads(row), blind=blind)

    def extract(self, text: str, *, trace: bool = False) -> dict[str, Any]:
        """The facts that a text or HTML states, a posting's or a person's: skills, scale, pay, years, level, places and more, each with
        the offsets of its words in characters. With `trace`, also the rule behind each.

        >>> facts = Engine().extract("Seven years of BeeGFS on Linux, 4 PB, over InfiniBand.")
        >>> [skill["label"] for skill in facts["skills"]]
        ['BeeGFS', 'Linux', 'InfiniBand']
        """
        facts: dict[str, Any] = json.loads(self._native.extract(text, trace))
        return facts

    def _options(
        self,
        top: int,
        weights: Optional[Mapping[str, float]],
        rates: Optional[Mapping[str, float]],
        as_of: Optional[_Date],
        blind: bool,
        evidence: bool,
    ) -> str:
        """Options of one call, as JSON. The date is settled here, so that all who work on a ranking have the same."""
        if not 1 <= top <= 1000:
            raise ValueError(f"top is {top}; expected 1 to 1000")
        today = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
        own = None if weights is None else dict(weights)
        settled = _date(as_of) or self._as_of or today
        return json.dumps(
            {
                "top": top,
                "as_of": settled,
                "weights": own,
                "rates": dict(rates or {}),
                "blind": bool(blind),
                "evidence": bool(evidence),
            }
        )


def _text(file: Optional[_File]) -> Optional[str]:
    """A file's text, so that an engine can go where the file is not."""
    if file is None:
        return None
    if isinstance(file, (str, os.PathLike)):
        with open(file, encoding="utf-8") as opened:
            return opened.read()
    text = file.read()
    return text.decode() if isinstance(text, bytes) else text


def _date(date: Optional[_Date]) -> Optional[str]:
    if isinstance(date, datetime.datetime):
        return date.date().isoformat()
    return date.isoformat() if isinstance(date, datetime.date) else date
