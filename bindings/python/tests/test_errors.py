"""What cannot be used: everything that is wrong, told at once, with JSON pointers."""

import io
import json
import pickle

import pytest

import rolefit

ROLE = {"id": "r-1", "must_have": ["Slurm"]}


def raised_by(call):
    with pytest.raises(rolefit.RolefitError) as caught:
        call()
    return caught.value


def test_all_violations_come_at_once(engine):
    people = [{"id": "c-1", "skils": [], "level": "wizard"}, {"id": "c-2"}, '{"id": "c-3"', {"headline": "no id"}]
    error = raised_by(lambda: engine.rank(ROLE, people))
    assert isinstance(error, ValueError)
    assert error.kind == "invalid"
    pointers = [pointer for pointer, _ in error.violations]
    assert sorted(pointers[:2]) == ["/candidates/0/level", "/candidates/0/skils"]
    assert pointers[2:] == ["/candidates/2", "/candidates/3"]
    assert "did you mean" in str(error) and "/candidates/0/skils" in str(error)


def test_places_count_on_over_portions(engine):
    people = [{"id": f"c-{n}"} for n in range(1500)] + [{"id": "c-x", "skils": []}]
    assert raised_by(lambda: engine.rank(ROLE, people)).violations[0][0] == "/candidates/1500/skils"


def test_bad_documents_are_skipped_and_told(engine):
    people = [{"id": "c-1", "skills": ["Slurm"]}, {"id": "c-2", "skils": []}, 7, {"id": "c-4", "skills": {"a": object()}}]
    shortlist = engine.rank(ROLE, people, invalid="skip")
    assert [row["candidate_id"] for row in shortlist] == ["c-1"]
    assert shortlist.n_skipped == 3
    assert [pointer for pointer, _ in shortlist.skipped] == ["/candidates/1/skils", "/candidates/2", "/candidates/3"]
    assert "of type int; expected a dict or JSON text" in shortlist.skipped[1][1]


def test_many_bad_documents_are_counted_and_the_first_told(engine):
    shortlist = engine.rank(ROLE, ({"id": f"c-{n}", "skils": []} for n in range(1200)), invalid="skip")
    assert shortlist.n_skipped == 1200
    assert len(shortlist.skipped) == 1000


def test_a_second_document_of_an_id_is_refused(engine):
    error = raised_by(lambda: engine.rank(ROLE, [{"id": "c-1"}, {"id": "c-2"}, {"id": "c-1"}]))
    assert error.violations == [
        ("/candidates/2/id", "the id was already given by /candidates/0; expected each id once")
    ]
    error = raised_by(lambda: engine.rank([ROLE, ROLE], []))
    assert [pointer for pointer, _ in error.violations] == ["/roles/1/id"]


def test_roles_are_checked(engine):
    error = raised_by(lambda: engine.rank([ROLE, {"id": "r-2", "must_haves": []}, {}], []))
    assert [pointer for pointer, _ in error.violations] == ["/roles/1/must_haves", "/roles/2"]
    assert "no role" in str(raised_by(lambda: engine.rank([], [])))


def test_both_documents_of_a_pair_are_checked(engine):
    error = raised_by(lambda: engine.fit({"titel": "x"}, {"skils": []}))
    assert [pointer for pointer, _ in error.violations] == ["/role/titel", "/candidate/skils"]
    error = raised_by(lambda: engine.fit(3, {}))
    assert error.violations[0][0] == "/role"


def test_options_are_checked(engine):
    assert [pointer for pointer, _ in raised_by(lambda: engine.rank(ROLE, [], weights={"skils": 1, "pay": -3})).violations] == [
        "/weights/pay",
        "/weights/skils",
    ]
    assert "EUR" in str(raised_by(lambda: engine.rank(ROLE, [], rates={"EUR": 0.0})))
    assert raised_by(lambda: engine.rank(ROLE, [], rates={"euro": 1.0})).kind == "configuration"
    assert "as_of" in str(raised_by(lambda: engine.rank(ROLE, [], as_of="yesterday")))
    for wrong in ({"top": 0}, {"top": 1001}, {"invalid": "ignore"}):
        with pytest.raises(ValueError, match="expected"):
            engine.rank(ROLE, [], **wrong)
    with pytest.raises(TypeError, match="candidates are of type int"):
        engine.rank(ROLE, 7)
    with pytest.raises(ValueError, match="pandas"):
        import pathlib

        engine.rank(ROLE, pathlib.Path("people.parquet"))


def test_own_knowledge_is_checked():
    for own in ({"taxonomy": io.StringIO("[[concepts]\n")}, {"profile": io.BytesIO(b"x = 1\n")}, {"market": io.StringIO("{")}):
        error = raised_by(lambda own=own: rolefit.Engine(**own))
        assert error.kind == "configuration"
        assert str(error).startswith(f"{next(iter(own))}: ")
    with pytest.raises(ValueError, match="threads"):
        rolefit.Engine(threads=0)


def test_an_error_goes_to_another_process(engine):
    error = raised_by(lambda: engine.rank(ROLE, [{"id": "c-1", "skils": []}]))
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.kind, again.violations) == (
        rolefit.RolefitError,
        str(error),
        "invalid",
        error.violations,
    )


def test_current_pay_is_refused_with_the_reason(engine):
    error = raised_by(lambda: engine.rank(ROLE, [{"id": "c-1", "current_salary": 1}]))
    assert error.violations[0][0] == "/candidates/0/current_salary"


def test_no_finite_numbers_are_nothing(engine):
    person = {"id": "c-1", "summary": float("nan"), "skills": [{"name": "Slurm", "years": float("nan")}]}
    assert engine.rank(ROLE, [person]) == engine.rank(ROLE, [json.loads('{"id": "c-1", "skills": ["Slurm"]}')])
