"""Spark on one machine, `local[2]`: any partitions give the bytes of `Engine.rank`."""

import json
import os
import shutil
import sys

import pytest

import rolefit
import rolefit.spark
from conftest import AS_OF, ROOT

pyspark = pytest.importorskip("pyspark")
if shutil.which("java") is None:
    pytest.skip("Spark needs Java, and there is none", allow_module_level=True)


@pytest.fixture(scope="module")
def spark():
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.sql.shuffle.partitions", "3").config("spark.driver.host", "127.0.0.1")
    session = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", "50").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


def documents(spark, people, n_partitions):
    rows = [(json.dumps(person),) for person in people]
    return spark.createDataFrame(spark.sparkContext.parallelize(rows, n_partitions), "document string")


@pytest.mark.parametrize("n_partitions", [1, 2, 7])
def test_bytes_are_those_of_one_machine(spark, engine, roles, people, n_partitions):
    expected = engine.rank(roles, people, top=5)
    answers = rolefit.spark.rank(documents(spark, people, n_partitions), roles, engine, top=5)
    collected = rolefit.spark.collect(answers)
    assert collected.to_json() == expected.to_json()
    assert collected.to_jsonl() == expected.to_jsonl()


def test_empty_partitions_and_ties_change_nothing(spark, engine):
    # People of three sorts, so that most tie, in more partitions than there are people in some of them.
    sorts = [["Slurm"], ["Slurm", "Lustre"], []]
    people = [{"id": f"c-{n}", "skills": sorts[n % 3]} for n in range(40)]
    roles = [{"id": "r-1", "must_have": [{"name": "Slurm", "gate": True}]}, {"id": "r-2", "must_have": ["Lustre"]}]
    expected = engine.rank(roles, people, top=9)
    assert len({row["fit"] for row in expected}) < 6
    for order in (people, people[::-1]):
        frame = documents(spark, order, 64)
        assert rolefit.spark.collect(rolefit.spark.rank(frame, roles, engine, top=9)) == expected
    ranked = rolefit.spark.rank(documents(spark, people, 1).repartition(7), roles, engine, top=9)
    assert rolefit.spark.collect(ranked) == expected


def test_nobody_is_an_answer_too(spark, engine, roles):
    empty = spark.createDataFrame(spark.sparkContext.emptyRDD(), "document string")
    collected = rolefit.spark.collect(rolefit.spark.rank(empty, roles, engine))
    assert collected.to_json() == engine.rank(roles, []).to_json()


def test_columns_are_fields(spark, engine):
    role = {"id": "r-1", "must_have": ["Lustre"]}
    table = [("c-1", "Lustre; Linux", 7), ("c-2", None, None), ("c-3", "BeeGFS", 3)]
    frame = spark.createDataFrame(table, "id string, skills string, years int").repartition(3)
    people = [{"id": "c-1", "skills": ["Lustre", "Linux"], "custom": {"years": "7"}}, {"id": "c-2"}, {"id": "c-3", "skills": ["BeeGFS"]}]
    assert rolefit.spark.collect(rolefit.spark.rank(frame, role, engine)) == engine.rank(role, people)


def test_rows_are_lines_of_the_program(spark, engine, roles, people):
    answers = rolefit.spark.rank(documents(spark, people, 3), roles, engine, top=3)
    rows = rolefit.spark.rows(answers).orderBy("role_id", "rank").collect()
    expected = sorted(engine.rank(roles, people, top=3), key=lambda row: (row["role_id"], row["rank"]))
    assert [json.loads(row["row"]) for row in rows] == expected
    assert [(row["candidate_id"], row["fit"], row["name"]) for row in rows] == [
        (row["candidate_id"], row["fit"], row.get("name")) for row in expected
    ]


def test_bad_documents_fail_or_are_counted(spark, engine, people):
    role = {"id": "r-1", "must_have": ["Slurm"]}
    rows = [(json.dumps(person),) for person in people] + [("nonsense",), ('{"id": "c-x", "skils": []}',)]
    frame = spark.createDataFrame(rows, "document string").repartition(4)
    skipped = rolefit.spark.collect(rolefit.spark.rank(frame, role, engine, invalid="skip"))
    assert skipped.n_skipped == 2
    assert skipped == engine.rank(role, people)
    with pytest.raises(Exception, match="skils|malformed|JSON"):
        rolefit.spark.collect(rolefit.spark.rank(frame, role, engine))
    with pytest.raises(rolefit.RolefitError):
        rolefit.spark.rank(frame, {"id": "r-1", "must_haves": []}, engine)


def test_one_id_in_two_partitions_is_refused(spark, engine):
    role = {"id": "r-1", "must_have": ["Slurm"]}
    frame = documents(spark, [{"id": "c-1", "skills": ["Slurm"]}, {"id": "c-1", "skills": ["Slurm"]}], 2)
    with pytest.raises(Exception, match="stands in two partial answers"):
        rolefit.spark.collect(rolefit.spark.rank(frame, role, engine))


def test_the_date_and_options_are_those_of_the_driver(spark, roles, people):
    engine = rolefit.Engine(as_of="2024-02-01", threads=2)
    options = {"top": 4, "weights": {"skills": 1.0, "pay": 0.5}, "rates": {"EUR": 1.1}, "blind": True, "evidence": False}
    collected = rolefit.spark.collect(rolefit.spark.rank(documents(spark, people, 2), roles[:3], engine, **options))
    assert collected == engine.rank(roles[:3], people, **options)
    assert collected.answers[0]["model"]["as_of"] == "2024-02-01"


def test_the_job_of_the_documentation_runs(spark, engine, roles, people, tmp_path):
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    job = next(block.split("\n```")[0] for block in page.split("```python\n")[1:] if "SparkSession" in block)
    (tmp_path / "candidates").mkdir()
    for n in range(3):
        lines = "".join(json.dumps(person) + "\n" for person in people[n::3])
        (tmp_path / "candidates" / f"{n}.jsonl").write_text(lines)
    for name in ("candidates/", "shortlists"):
        assert f'"{name}' in job
        job = job.replace(f'"{name}', f'"{tmp_path}/{name}')
    found = {"roles": roles}
    exec(job, found)
    assert found["shortlist"] == engine.rank(roles, people, top=20)
    assert spark.read.parquet(str(tmp_path / "shortlists")).count() == len(found["shortlist"])


def test_a_worker_builds_the_engine_once():
    import pickle

    state = pickle.dumps((None, None, None, AS_OF, 1))
    assert rolefit.spark._engine(state) is rolefit.spark._engine(state)
