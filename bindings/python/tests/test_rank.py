"""Rankings: the bytes of the program, from whatever holds documents."""

import datetime
import json

import pytest

import rolefit
from conftest import AS_OF, CANDIDATES, ROLES


def ranked_by(program, *more):
    return program("rank", "--roles", ROLES, "--candidates", CANDIDATES, "--as-of", AS_OF, *more)


@pytest.mark.parametrize("format", ["json", "jsonl"])
def test_bytes_are_those_of_the_program(engine, program, roles, people, format):
    shortlist = engine.rank(roles, people, top=7)
    written = shortlist.to_jsonl() if format == "jsonl" else shortlist.to_json()
    assert written == ranked_by(program, "--top", 7, "--format", format)


def test_bytes_of_one_role_are_those_of_the_program(engine, program, roles, people, tmp_path):
    (tmp_path / "role.json").write_text(json.dumps(roles[0]))
    files = ("--roles", tmp_path / "role.json", "--candidates", CANDIDATES)
    expected = program("rank", *files, "--as-of", AS_OF, "--top", 3, "--format", "json")
    assert engine.rank(roles[0], people, top=3).to_json() == expected


def test_options_mean_what_they_mean_to_the_program(engine, program, roles, people):
    shortlist = engine.rank(roles, people, top=3, blind=True, rates={"EUR": 1.08, "GBP": 1.27})
    more = ("--top", 3, "--blind", "--rate", "EUR=1.08", "--rate", "GBP=1.27", "--format", "jsonl")
    assert shortlist.to_jsonl() == ranked_by(program, *more)
    assert all("name" not in row for row in shortlist)


def test_everything_that_holds_documents_gives_the_same(engine, roles, people):
    expected = engine.rank(roles, people, top=5)
    lines = "\n".join(json.dumps(person) for person in people)
    for source in (
        json.dumps(people),
        json.dumps(people, indent=1).encode(),
        lines,
        CANDIDATES,
        (json.dumps(person) for person in people),
        iter(people),
        tuple(json.dumps(person, ensure_ascii=False).encode() for person in people),
    ):
        assert engine.rank(ROLES, source, top=5) == expected
    with open(CANDIDATES, encoding="utf-8") as opened:
        assert engine.rank(roles, opened, top=5) == expected


def test_portions_change_nothing(engine, roles, people):
    many = [{**person, "id": f"{person['id']}-{n}"} for n in range(20) for person in people]
    assert len(many) > 2 * 1024
    forwards = engine.rank(roles[:2], many, top=50)
    assert forwards == engine.rank(roles[:2], reversed(many), top=50)
    assert forwards.answers[0]["total_candidates"] == len(many)


def test_weights_go_before_the_roles_own(engine, roles, people):
    weighed = engine.rank(roles[0], people, weights={"skills": 1, "family": 0, "scale": 0, "pay": 0, "level": 0, "location": 0})
    assert weighed.answers[0]["applied_weights"]["skills"] == 1.0
    assert weighed != engine.rank(roles[0], people)


def test_rows_without_evidence_have_the_same_fits(engine, roles, people):
    full, bare = engine.rank(roles, people), engine.rank(roles, people, evidence=False)
    assert [row["fit"] for row in full] == [row["fit"] for row in bare]
    assert all(not part["evidence"] for row in bare for part in row["components"])


def test_a_date_may_be_a_date(roles, people):
    texts = rolefit.Engine(as_of="2024-05-01").rank(roles[0], people)
    dates = rolefit.Engine().rank(roles[0], people, as_of=datetime.date(2024, 5, 1))
    moments = rolefit.Engine(as_of=datetime.datetime(2024, 5, 1, 12)).rank(roles[0], people)
    assert texts == dates == moments
    assert texts.answers[0]["model"]["as_of"] == "2024-05-01"


def test_today_is_the_date_unless_one_is_given(roles, people):
    shortlist = rolefit.Engine().rank(roles[0], people[:1])
    days = {datetime.datetime.now(datetime.timezone.utc).date() - datetime.timedelta(days=n) for n in (0, 1)}
    assert datetime.date.fromisoformat(shortlist.answers[0]["model"]["as_of"]) in days


def test_nobody_is_an_empty_shortlist(engine, roles):
    shortlist = engine.rank(roles, [])
    assert (len(shortlist), shortlist.to_jsonl(), len(shortlist.answers)) == (0, "", len(roles))


def test_a_shortlist_is_a_sequence_of_rows(engine, roles, people):
    shortlist = engine.rank(roles[:2], people, top=3)
    assert shortlist.role_ids == [role["id"] for role in roles[:2]]
    assert [row["rank"] for row in shortlist] == [1, 2, 3, 1, 2, 3]
    assert shortlist[0] == json.loads(shortlist.to_jsonl().split("\n")[0])
    assert [row["role_id"] for row in shortlist[3:]] == [roles[1]["id"]] * 3
    of_one = shortlist.for_role(roles[1]["id"])
    assert list(of_one) == shortlist[3:]
    assert of_one == engine.rank(roles[1], people, top=3)
    with pytest.raises(KeyError):
        shortlist.for_role("r-none")
    assert repr(shortlist).startswith("Shortlist of 2 role(s), 6 row(s)\n")


def test_somebody_is_explained(engine, roles, people):
    shortlist = engine.rank(roles[:2], people, top=3)
    best = shortlist[3]
    explained = shortlist.explain(best["candidate_id"], best["role_id"])
    assert explained.row == best
    assert (explained.fit, explained.verdict, explained.summary) == (best["fit"], best["verdict"], best["summary"])
    told = str(explained)
    assert best["summary"] in told and "skills: " in told
    with pytest.raises(ValueError, match="role_id"):
        shortlist.explain(best["candidate_id"])
    with pytest.raises(KeyError):
        shortlist.for_role(roles[0]["id"]).explain("c-none")


def test_a_pair_is_explained_as_by_the_program(engine, program, roles, people, tmp_path):
    (tmp_path / "role.json").write_text(json.dumps(roles[0]))
    (tmp_path / "candidate.json").write_text(json.dumps(people[2]))
    pair = ("explain", tmp_path / "role.json", tmp_path / "candidate.json")
    expected = json.loads(program(*pair, "--as-of", AS_OF, "--format", "json"))
    assert engine.fit(roles[0], people[2]).row == expected


def test_a_pair_needs_no_ids(engine):
    fit = engine.fit({"description": "Required: Lustre."}, '{"summary": "I have run Lustre since 2019."}')
    assert fit.row["must_have_coverage"] == 1.0
    assert "Lustre" in fit.summary


def test_texts_are_read_as_by_the_program(engine, program, tmp_path):
    text = (ROLES.parent / "posting.html").read_text(encoding="utf-8")
    (tmp_path / "posting.html").write_text(text)
    assert engine.extract(text) == json.loads(program("extract", tmp_path / "posting.html"))
    assert engine.extract("I ran Slurm.", trace=True)["trace"]


def test_documents_of_other_systems_are_ranked(engine):
    resume = {"basics": {"name": "Zoe Moe", "label": "HPC engineer"}, "skills": [{"name": "Slurm", "keywords": ["Lustre"]}]}
    imported = rolefit.import_documents(json.dumps(resume), format="json-resume")
    assert imported.format == "json-resume" and not imported.refused
    assert imported.documents[0]["headline"] == "HPC engineer"
    assert len(engine.rank({"id": "r-1", "must_have": ["Slurm"]}, imported.documents)) == 1
    with pytest.raises(rolefit.RolefitError, match="expected"):
        rolefit.import_documents("{}", format="json-resum")
    with pytest.raises(ValueError, match="kind"):
        rolefit.import_documents("{}", kind="person")
