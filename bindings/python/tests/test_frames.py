"""Frames in and out: of documents, and of columns that are fields."""

import datetime
import json

import pytest

import rolefit
from conftest import AS_OF, ROLES

pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")
pyarrow = pytest.importorskip("pyarrow")

TABLE = {
    "Candidate ID": [7, 8, 9],
    "Title": ["HPC engineer", None, "Storage engineer"],
    "Resume": ["Ten years of Slurm and Lustre.\nTwo clusters, \"big\" ones.", "React, mostly", None],
    "Skills": ["Slurm; Lustre", "", "BeeGFS, Linux"],
    "City": ["Austin", "Berlin", None],
    "Expected salary (USD)": [200000.0, float("nan"), 150000.5],
    "Notes": ["=1+1", "x", None],
}
ROLE = {"id": "r-1", "must_have": ["Lustre"], "pay_band": {"max": 180000, "currency": "USD"}}


def frames(table):
    yield pandas.DataFrame(table)
    yield polars.DataFrame(table, strict=False)
    yield pyarrow.table(table)
    yield pyarrow.RecordBatch.from_pydict(table)
    yield pyarrow.table(table).to_reader()

    class Foreign:
        """Anything that speaks the Arrow PyCapsule interface."""

        schema = None

        def __arrow_c_stream__(self, requested_schema=None):
            return pyarrow.table(table).__arrow_c_stream__(requested_schema)

    yield Foreign()


def test_columns_are_known_as_in_csv_files_of_the_program(engine, program, tmp_path):
    pandas.DataFrame(TABLE).to_csv(tmp_path / "people.csv", index=False)
    (tmp_path / "role.json").write_text(json.dumps(ROLE))
    files = ("--roles", tmp_path / "role.json", "--candidates", tmp_path / "people.csv")
    expected = program("rank", *files, "--as-of", AS_OF, "--format", "jsonl")
    assert expected.count("\n") == 3
    for frame in frames(TABLE):
        assert engine.rank(ROLE, frame, top=10).to_jsonl() == expected, type(frame)


def test_a_column_of_documents_is_read(engine, roles, people):
    expected = engine.rank(roles, people, top=4)
    texts = [json.dumps(person) for person in people]
    for frame in frames({"document": texts, "other": list(range(len(texts)))}):
        assert engine.rank(roles, frame, top=4) == expected, type(frame)
    named = pandas.DataFrame({"profile": texts})
    assert engine.rank(roles, named, top=4, document="profile") == expected
    assert engine.rank(roles, pandas.DataFrame({"document": people}), top=4) == expected
    for column in (pandas.Series(texts), polars.Series(texts), pyarrow.array(texts), pyarrow.chunked_array([texts])):
        assert engine.rank(roles, column, top=4) == expected, type(column)


def test_roles_may_be_a_frame(engine, people):
    table = {"id": ["r-1", "r-2"], "title": ["Storage engineer", "Cluster engineer"], "must_have": ["Lustre; Linux", "Slurm"]}
    shortlist = engine.rank(pandas.DataFrame(table), people, top=2)
    assert shortlist.role_ids == ["r-1", "r-2"]
    same = [{"id": "r-1", "title": "Storage engineer", "must_have": ["Lustre", "Linux"]}, {"id": "r-2", "title": "Cluster engineer", "must_have": ["Slurm"]}]
    assert shortlist == engine.rank(same, people, top=2)


def test_lists_structs_and_dates_are_fields(engine):
    table = {
        "id": ["c-1"],
        "skills": [["Slurm", "Lustre"]],
        "experience": [[{"title": "HPC engineer", "start": "2019-03", "end": None, "skills": ["Lustre"]}]],
        "available_from": [datetime.date(2027, 1, 15)],
    }
    document = {
        "id": "c-1",
        "skills": ["Slurm", "Lustre"],
        "experience": [{"title": "HPC engineer", "start": "2019-03", "end": None, "skills": ["Lustre"]}],
        "available_from": "2027-01-15",
    }
    expected = engine.rank(ROLE, [document])
    for frame in (*frames(table), pandas.DataFrame({**table, "available_from": [pandas.Timestamp("2027-01-15")]})):
        assert engine.rank(ROLE, frame) == expected, type(frame)


def test_missing_values_of_every_kind_are_nothing(engine):
    expected = engine.rank(ROLE, [{"id": "c-1", "skills": ["Lustre"]}])
    for nothing in (None, float("nan"), pandas.NA, pandas.NaT, ""):
        frame = pandas.DataFrame({"id": ["c-1"], "skills": ["Lustre"], "city": pandas.Series([nothing], dtype=object)})
        assert engine.rank(ROLE, frame) == expected, nothing


def test_more_rows_than_a_portion_are_read(engine):
    frame = pandas.DataFrame({"id": [f"c-{n}" for n in range(2500)], "skills": ["Lustre", "Slurm"] * 1250})
    shortlist = engine.rank(ROLE, frame, top=1000)
    assert shortlist.answers[0]["total_candidates"] == 2500
    assert shortlist == engine.rank(ROLE, polars.DataFrame(frame.to_dict("list")), top=1000)


def test_bad_rows_are_named_by_their_place(engine):
    frame = pandas.DataFrame({"id": ["c-1", None, "c-3", None, "c-5"], "current salary": [None, None, "1", "2", None]})
    shortlist = engine.rank(ROLE, frame, invalid="skip")
    assert sorted(row["candidate_id"] for row in shortlist) == ["c-1", "c-5"]
    assert shortlist.n_skipped == 3
    places = [pointer.split("/")[2] for pointer, _ in shortlist.skipped]
    assert sorted(set(places)) == ["1", "2", "3"]
    assert "empty" in shortlist.skipped[0][1]


def test_a_frame_without_ids_is_refused(engine):
    frame = pandas.DataFrame({"resume": ["Lustre", "Slurm", "React"]})
    assert engine.rank(ROLE, frame, invalid="skip").n_skipped == 3
    with pytest.raises(rolefit.RolefitError, match="no column is the candidate's id"):
        engine.rank(ROLE, frame)


def test_results_are_frames_with_the_columns_of_csv(engine, program, roles, people, tmp_path):
    shortlist = engine.rank(roles, people, top=3)
    files = ("--roles", ROLES, "--candidates", ROLES.parent / "candidates.jsonl")
    program("rank", *files, "--as-of", AS_OF, "--top", 3, "--format", "csv", "--output", tmp_path / "out.csv")
    expected = pandas.read_csv(tmp_path / "out.csv", keep_default_na=False)
    frame = shortlist.to_pandas()
    assert list(frame.columns) == list(expected.columns)
    pandas.testing.assert_frame_equal(frame, expected, check_dtype=False)
    assert shortlist.to_polars().to_dict(as_series=False) == frame.to_dict("list")
    assert shortlist.to_polars().schema["fit"] == polars.Float64


def test_empty_results_are_frames_too(engine):
    empty = engine.rank(ROLE, [])
    assert (len(empty.to_pandas()), empty.to_polars().height) == (0, 0)
    assert list(empty.to_pandas().columns) == empty.to_polars().columns
