"""Writes the Parquet files beside it, by three writers, from candidates.jsonl. Needs duckdb, polars and pyarrow; run by hand."""

import datetime
import json
import pathlib

import duckdb
import polars
import pyarrow
import pyarrow.parquet

here = pathlib.Path(__file__).parent
people = [json.loads(line) for line in open(here / "candidates.jsonl")]
for person in people:
    # What is a date or a number in the documents has such a type in the columns.
    person["remote"] = person.pop("work_modes", None) == ["remote"] or None
    if "available_from" in person:
        person["available_from"] = datetime.date.fromisoformat(person["available_from"])
    person |= {name: int(value) for name, value in person.pop("custom", {}).items()}

text, pay = pyarrow.string(), pyarrow.float64()
schema = pyarrow.schema(
    [
        ("id", text),
        ("headline", text),
        ("level", text),
        ("summary", text),
        ("remote", pyarrow.bool_()),
        ("available_from", pyarrow.date32()),
        ("location", pyarrow.struct([("city", text), ("region", text), ("country", text)])),
        ("skills", pyarrow.list_(pyarrow.struct([("name", text), ("years", pay), ("last_used", text)]))),
        (
            "experience",
            pyarrow.list_(
                pyarrow.struct(
                    [("title", text), ("employer", text), ("start", text), ("end", text), ("description", text), ("skills", pyarrow.list_(text))]
                )
            ),
        ),
        ("certifications", pyarrow.list_(text)),
        ("expected_pay", pyarrow.struct([("min", pay), ("max", pay), ("currency", text), ("period", text), ("basis", text)])),
        ("team_size", pyarrow.int64()),
    ]
)
table = pyarrow.Table.from_pylist(people, schema=schema)
# Pages of the second version, two row groups, gzip.
pyarrow.parquet.write_table(table, here / "pyarrow.parquet", compression="gzip", data_page_version="2.0", row_group_size=2)
# Zstandard.
polars.from_arrow(table).write_parquet(here / "polars.parquet")
# Snappy.
rows = table
duckdb.sql(f"COPY (SELECT * FROM rows) TO '{here / 'duckdb.parquet'}' (FORMAT parquet)")
