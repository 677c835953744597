"""Ranking on Spark: each partition of the candidates finds its best for each role, and these merge to exactly the answer of one machine.

    answers = rolefit.spark.rank(candidates, roles, engine, top=20)   # a frame with a row for each role
    shortlist = rolefit.spark.collect(answers)                        # a Shortlist, as of Engine.rank
    rolefit.spark.rows(answers).write.parquet("shortlists")           # or rows, without the driver

`candidates` is a DataFrame with a column of JSON documents called `document`, or with columns that are fields, as `Engine.rank`
takes them. Each id must stand in it once: of two documents with one id, Spark cannot tell which came first.

Only documents of a partition's portion and the rows of its shortlists are in memory. Roles and engine go to the workers with the
function, which Spark broadcasts; a worker builds the engine once. Nothing but the rows of shortlists is shuffled.
"""

from __future__ import annotations

import functools
import json
import pickle
from collections.abc import Iterator, Mapping
from typing import Any, Optional

from . import _native
from ._documents import listed, portions
from ._engine import Engine, _Date
from ._shortlist import Shortlist

_PARTS = "role int, part string, n_skipped long"
_ANSWERS = "role int, role_id string, answer string, n_skipped long"
_ROWS = "role_id string, rank int, candidate_id string, name string, fit double, verdict string, summary string, row string"


def rank(
    candidates: Any,
    roles: Any,
    engine: Optional[Engine] = None,
    top: int = 20,
    *,
    weights: Optional[Mapping[str, float]] = None,
    rates: Optional[Mapping[str, float]] = None,
    as_of: Optional[_Date] = None,
    blind: bool = False,
    evidence: bool = True,
    invalid: str = "raise",
    document: str = "document",
) -> Any:
    """A DataFrame with a row for each role: `role` (its place, from 0), `role_id`, `answer` (JSON), `n_skipped`.

    Roles and options are as for `Engine.rank`. A document that cannot be used fails its task, which names it by its place in the
    partition; with `invalid="skip"` it is counted in `n_skipped`. An engine without `threads` has one thread a task.
    """
    if invalid not in ("raise", "skip"):
        raise ValueError(f"invalid is {invalid!r}; expected 'raise' or 'skip'")
    engine = engine or Engine()
    taxonomy, profile, market, own_date, threads = engine.__getstate__()
    state = pickle.dumps((taxonomy, profile, market, own_date, threads or 1))
    options = engine._options(top, weights, rates, as_of, blind, evidence)
    documents = listed(roles, "role", document)
    # Roles that cannot be used are told here, and not by every task. What is found among nobody is a part of each role's answer, so
    # that there is one even where there is no partition.
    nobody = engine._native.ranking(documents, options).parts()

    def of_partition(batches: Iterator[Any]) -> Iterator[Any]:
        ranking = _engine(state)._native.ranking(documents, options)
        for batch in batches:
            for portion in portions(batch, "candidate", document):
                ranking.offer(portion)
        if invalid == "raise":
            ranking.check()
        n_skipped, _ = ranking.refused()
        parts = ranking.parts()
        yield _batch({"role": list(range(len(parts))), "part": parts, "n_skipped": [n_skipped] * len(parts)}, _PARTS)

    empty = [(role, part, 0) for role, part in enumerate(nobody)]
    found = candidates.mapInArrow(of_partition, _PARTS)
    parts = found.union(candidates.sparkSession.createDataFrame(empty, _PARTS))
    return parts.repartition("role").sortWithinPartitions("role").mapInArrow(_merged, _ANSWERS)


def collect(answers: Any, *, blind: bool = False) -> Shortlist:
    """The answers of `rank` in the driver, in the order of the roles; pages of `blind` ones do not tell who it is."""
    found = sorted(answers.collect(), key=lambda row: row["role"])
    return Shortlist([row["answer"] for row in found], n_skipped=found[0]["n_skipped"] if found else 0, blind=blind)


def rows(answers: Any) -> Any:
    """The answers of `rank` as a DataFrame with a row for each result; `row` is its line of `rolefit rank --format jsonl`."""
    return answers.mapInArrow(_of_answers, _ROWS)


@functools.lru_cache(maxsize=1)
def _engine(state: bytes) -> Engine:
    """The engine of a worker, which does many tasks: built once."""
    engine = Engine.__new__(Engine)
    engine.__setstate__(pickle.loads(state))
    return engine


def _merged(batches: Iterator[Any]) -> Iterator[Any]:
    """The parts of each role as one; they come role by role."""
    role: Optional[int] = None
    merged: Optional[_native.Part] = None
    n_skipped = 0
    for batch in batches:
        for of, text, skipped in zip(*(batch.column(name).to_pylist() for name in ("role", "part", "n_skipped"))):
            part = _native.Part(text)
            if of == role and merged is not None:
                merged, n_skipped = merged.merge(part), n_skipped + skipped
                continue
            if role is not None and merged is not None:
                yield _answer(role, merged, n_skipped)
            role, merged, n_skipped = of, part, skipped
    if role is not None and merged is not None:
        yield _answer(role, merged, n_skipped)


def _answer(role: int, part: _native.Part, n_skipped: int) -> Any:
    answer = part.answer()
    columns = {"role": [role], "role_id": [json.loads(answer)["role_id"]], "answer": [answer], "n_skipped": [n_skipped]}
    return _batch(columns, _ANSWERS)


def _of_answers(batches: Iterator[Any]) -> Iterator[Any]:
    names = ("role_id", "rank", "candidate_id", "name", "fit", "verdict", "summary")
    for batch in batches:
        shortlist = Shortlist(batch.column("answer").to_pylist())
        columns = {name: [row.get(name) for row in shortlist] for name in names}
        yield _batch({**columns, "row": shortlist.to_jsonl().split("\n")[:-1]}, _ROWS)


def _batch(columns: dict[str, list[Any]], schema: str) -> Any:
    import pyarrow  # type: ignore[import-untyped, import-not-found, unused-ignore]

    types = {"int": pyarrow.int32(), "long": pyarrow.int64(), "double": pyarrow.float64(), "string": pyarrow.string()}
    named = (field.split() for field in schema.split(", "))
    fields = [pyarrow.field(name, types[type]) for name, type in named]
    return pyarrow.RecordBatch.from_pydict(columns, schema=pyarrow.schema(fields))
