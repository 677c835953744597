"""Whatever holds documents, as portions of JSON documents: dicts, JSON text, iterables, files of JSON, frames.

Frames are known by what they can do (duck typing): pandas, polars and pyarrow are never imported unless they gave the frame.
"""

from __future__ import annotations

import csv
import datetime
import decimal
import io
import itertools
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Optional, Union

from . import _native

# A JSON document, or what is wrong with something that is none: pairs of a pointer and a message.
Offered = Union[bytes, list[tuple[str, str]]]

# So many documents, and so many bytes of them, are handed over at a time: memory does not grow with those that are read.
_PORTION = 1024
_PORTION_BYTES = 16 << 20
# What pandas has where there is nothing.
_NOTHING = ("NAType", "NaTType")


def candidate_from_text(text: str, id: str, **fields: Any) -> dict[str, Any]:
    """A candidate's document of a plain text, such as a résumé. Fields that are given go before what the text says.

    >>> candidate_from_text("Ten years of Slurm.", "c-1", location="Austin, TX")
    {'id': 'c-1', 'summary': 'Ten years of Slurm.', 'location': 'Austin, TX'}
    """
    return {"id": id, "summary": text, **fields}


def role_from_text(text: str, id: str, **fields: Any) -> dict[str, Any]:
    """A role's document of a plain text, such as a posting. Requirements are read from it, unless fields say them.

    >>> role_from_text("We look for a Lustre engineer.", "r-1", title="Storage engineer")
    {'id': 'r-1', 'description': 'We look for a Lustre engineer.', 'title': 'Storage engineer'}
    """
    return {"id": id, "description": text, **fields}


class Imported(NamedTuple):
    """What a file of another system holds."""

    documents: list[dict[str, Any]]
    """The documents that could be read."""
    format: str
    """What they were read as, such as `greenhouse`."""
    refused: list[tuple[str, str]]
    """What is wrong with the others: pairs of a pointer, beginning with the line or count, and a message."""


def import_documents(data: Union[str, bytes], kind: str = "candidate", format: Optional[str] = None) -> Imported:
    """Documents of an applicant tracking system, of JSON Resume, schema.org or a table (CSV), as documents for `Engine.rank`.

    `kind` is `candidate` or `role`; the format is guessed unless given. Personal attributes and current pay are left out.

    >>> export = '[{"id": 7, "first_name": "Zoe", "last_name": "Moe", "tags": ["Slurm"], "application_ids": []}]'
    >>> imported = import_documents(export)
    >>> imported.format, imported.documents[0]["id"]
    ('greenhouse', 'greenhouse-7')
    """
    if kind not in ("candidate", "role"):
        raise ValueError(f"kind {kind!r}; expected 'candidate' or 'role'")
    documents, read_as, refused = _native.import_documents(kind, _encoded(data), format)
    return Imported([json.loads(document) for document in documents], read_as, refused)


def portions(source: Any, kind: str, column: str) -> Iterator[list[Offered]]:
    """The documents of `source`, some at a time. Of those that cannot be written as JSON, what is wrong with them."""
    portion: list[Offered] = []
    n_bytes = 0
    for offered in _documents(source, kind, column):
        portion.append(offered)
        n_bytes += len(offered) if isinstance(offered, bytes) else 0
        if len(portion) >= _PORTION or n_bytes >= _PORTION_BYTES:
            yield portion
            portion, n_bytes = [], 0
    if portion:
        yield portion


def listed(source: Any, kind: str, column: str) -> list[Offered]:
    """All documents of `source`."""
    return list(itertools.chain.from_iterable(portions(source, kind, column)))


def written(document: Any) -> Offered:
    """A document as JSON, or what is wrong with it."""
    try:
        if isinstance(document, (str, bytes, bytearray)):
            return _encoded(document)
        if isinstance(document, Mapping):
            return _json(document).encode()
        if hasattr(document, "as_py"):  # a scalar of Arrow
            return written(document.as_py())
    except (TypeError, ValueError, RecursionError) as error:
        return [("", f"cannot be written as JSON ({error})")]
    return [("", f"this is of type {type(document).__name__}; expected a dict or JSON text")]


def _documents(source: Any, kind: str, column: str) -> Iterator[Offered]:
    if isinstance(source, Mapping):
        yield written(source)
    elif isinstance(source, (str, bytes, bytearray)):
        yield from _of_text(_encoded(source))
    elif isinstance(source, os.PathLike):
        yield from _of_file(os.fspath(source))
    elif (frame := _frame(source)) is not None:
        yield from _of_frame(*frame, kind, column)
    elif isinstance(source, Iterable):
        for document in source:
            # Lines of a file, which may be blank.
            if not isinstance(document, (str, bytes)) or document.strip():
                yield written(document)
    else:
        raise TypeError(f"{kind}s are of type {type(source).__name__}; expected dicts, JSON text, an iterable or a frame")


def _of_text(text: bytes) -> Iterator[Offered]:
    """One document, a list of them, or JSON Lines."""
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        if error.msg != "Extra data":
            yield text  # What is wrong with it is told like that of any document.
            return
        yield from (line for line in text.splitlines() if line.strip())
        return
    except (UnicodeDecodeError, RecursionError):
        yield text
        return
    if isinstance(value, list):
        yield from map(written, value)
    else:
        yield text


def _of_file(path: Union[str, bytes]) -> Iterator[Offered]:
    name = os.fsdecode(path)
    if name.endswith((".jsonl", ".ndjson")):
        with open(path, "rb") as lines:
            yield from (line for line in lines if line.strip())
    elif name.endswith(".json"):
        with open(path, "rb") as file:
            yield from _of_text(file.read())
    else:
        raise ValueError(f"{name}: expected a file ending in .json, .jsonl or .ndjson; read others with pandas or polars")


_Frame = tuple[list[str], Iterator[Iterable[Any]]]


def _frame(source: Any) -> Optional[_Frame]:
    """The names of a frame's columns and its rows, if it is one."""
    if hasattr(source, "iter_rows") and hasattr(source, "columns"):  # polars
        return list(source.columns), source.iter_rows()
    if hasattr(source, "itertuples") and hasattr(source, "columns"):  # pandas
        return [str(name) for name in source.columns], source.itertuples(index=False, name=None)
    if hasattr(source, "schema") and hasattr(source, "to_pylist"):  # a table or batch of pyarrow
        batches = source.to_batches() if hasattr(source, "to_batches") else [source]
        return list(source.schema.names), _rows(batches)
    if hasattr(source, "__arrow_c_stream__") and (hasattr(source, "schema") or hasattr(source, "columns")):
        import pyarrow  # type: ignore[import-untyped, import-not-found, unused-ignore]

        reader = pyarrow.RecordBatchReader.from_stream(source)
        return list(reader.schema.names), _rows(reader)
    return None


def _rows(batches: Iterable[Any]) -> Iterator[Iterable[Any]]:
    for batch in batches:
        yield from zip(*(batch.column(n).to_pylist() for n in range(batch.num_columns)))


def _of_frame(names: list[str], rows: Iterator[Iterable[Any]], kind: str, column: str) -> Iterator[Offered]:
    """A column of documents; or else columns that are fields, by the names that they usually have in tables."""
    if column in names:
        at = names.index(column)
        for row in rows:
            yield written(tuple(row)[at])
        return
    while cells := [[_cell(value) for value in row] for row in itertools.islice(rows, _PORTION)]:
        # A row of nothing would be no row to a reader of tables.
        filled = [row for row in cells if any(cell.strip() for cell in row)]
        table = io.StringIO()
        csv.writer(table).writerows([names, *filled])
        found = _native.table_documents(kind, table.getvalue().encode())
        # Columns without an id are told of the first row alone.
        found += found[-1:] * (len(filled) - len(found))
        documents = iter(found)
        for row in cells:
            yield next(documents) if any(cell.strip() for cell in row) else [("", "the row is empty; expected an id")]


def _cell(value: Any) -> str:
    """A value as a cell of a table; nothing where there is none."""
    if isinstance(value, str):
        return value
    if value is None or type(value).__name__ in _NOTHING:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        # Columns of whole numbers with gaps are floats in pandas.
        return "" if value != value else str(int(value)) if value.is_integer() else repr(value)
    if isinstance(value, (int, decimal.Decimal)):
        return str(value)
    if isinstance(value, (list, tuple, set, frozenset, Mapping)):
        return _json(value)
    if isinstance(value, (bytes, bytearray)):
        return value.decode()
    plain = _plain(value)
    return plain if isinstance(plain, str) else _cell(plain)


def _plain(value: Any) -> Any:
    """A value that JSON does not know, as one that it does."""
    if type(value).__name__ in _NOTHING:
        return None
    if isinstance(value, datetime.datetime):
        return value.date().isoformat()
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, decimal.Decimal):
        return float(value)
    if isinstance(value, bytes):
        return value.decode()
    for method in ("tolist", "to_list", "as_py"):  # of NumPy, of a series, of Arrow
        if hasattr(value, method):
            return getattr(value, method)()
    raise TypeError(f"a value of type {type(value).__name__}; expected text, numbers, dates, lists and dicts")


def _json(value: Any) -> str:
    try:
        return json.dumps(value, default=_plain, ensure_ascii=False, allow_nan=False)
    except ValueError:
        # Rows of pandas have NaN where there is nothing.
        return json.dumps(_without_nan(value), default=_plain, ensure_ascii=False, allow_nan=False)


def _without_nan(value: Any) -> Any:
    if isinstance(value, float):
        return None if value != value else value
    if isinstance(value, Mapping):
        return {name: _without_nan(part) for name, part in value.items()}
    return [_without_nan(part) for part in value] if isinstance(value, (list, tuple)) else value


def _encoded(text: Union[str, bytes, bytearray]) -> bytes:
    return text.encode() if isinstance(text, str) else bytes(text)
