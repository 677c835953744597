"""An engine in a process: shared by threads, forked, pickled, interrupted, and with knowledge of its own."""

import concurrent.futures
import io
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import pytest

import rolefit
from conftest import AS_OF


def test_a_pickled_engine_says_the_same(engine, roles, people):
    again = pickle.loads(pickle.dumps(engine))
    assert again.rank(roles, people) == engine.rank(roles, people)
    shortlist = engine.rank(roles, people)
    assert pickle.loads(pickle.dumps(shortlist)) == shortlist


def test_own_knowledge_goes_with_a_pickled_engine(tmp_path, people):
    path = tmp_path / "own.toml"
    path.write_text(
        '[[concept]]\nid = "zorgfs"\nlabel = "ZorgFS"\nkind = "tool"\narea = "storage"\nweight = 1.4\nsource = "own"\n'
        'related = [{ to = "lustre", credit = 0.8 }]\n'
    )
    own = rolefit.Engine(taxonomy=path, as_of=AS_OF)
    path.unlink()
    role, person = {"id": "r-1", "must_have": ["ZorgFS"]}, {"id": "c-1", "skills": ["Lustre"]}
    known = own.rank(role, [person])
    assert pickle.loads(pickle.dumps(own)).rank(role, [person]) == known
    assert known[0]["fit"] > rolefit.Engine(as_of=AS_OF).rank(role, [person])[0]["fit"]
    assert repr(own) == f"Engine(taxonomy=..., as_of={AS_OF!r})"


def test_an_own_profile_and_market_are_used(roles, people):
    import pathlib

    profile = (pathlib.Path(__file__).parents[3] / "src/score/default_profile.toml").read_text(encoding="utf-8")
    same = rolefit.Engine(profile=io.StringIO(profile), as_of=AS_OF).rank(roles[0], people)
    assert same.to_jsonl() == rolefit.Engine(as_of=AS_OF).rank(roles[0], people).to_jsonl()
    rows = "source,family,level,country,year,low,middle,high\nours,cluster_operations,senior,US,2026,210000,235000,260000\n"
    own = rolefit.Engine(market=io.StringIO(rows), as_of=AS_OF).rank(roles[0], people)
    default = rolefit.Engine(as_of=AS_OF).rank(roles[0], people)
    assert own.answers[0]["model"]["market_version"] != default.answers[0]["model"]["market_version"]


@pytest.mark.parametrize("threads", [1, 3])
def test_the_number_of_threads_changes_nothing(engine, roles, people, threads):
    assert rolefit.Engine(as_of=AS_OF, threads=threads).rank(roles, people) == engine.rank(roles, people)


def test_threads_share_an_engine(engine, roles, people):
    expected = [engine.rank(role, people) for role in roles[:6]]
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda role: engine.rank(role, people), roles[:6] * 2)) == expected * 2


def test_other_threads_run_while_it_works(engine):
    people = [{"id": f"c-{n}", "summary": f"Slurm, Lustre and {n} GPUs. " * 300} for n in range(300)]
    ticks, stop = [], threading.Event()

    def tick():
        while not stop.wait(0.001):
            ticks.append(time.monotonic())

    ticking = threading.Thread(target=tick)
    ticking.start()
    began = time.monotonic()
    engine.rank({"id": "r-1", "must_have": ["Slurm"]}, people)
    ended = time.monotonic()
    stop.set()
    ticking.join()
    within = [moment for moment in ticks if began < moment < ended]
    pauses = [later - moment for moment, later in zip(within, within[1:])]
    assert ended - began > 0.05, "the work was too short to tell"
    assert len(within) > 10 and max(pauses) < (ended - began) / 2 + 0.05, (len(within), max(pauses), ended - began)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_has_threads_of_its_own(engine, roles, people):
    expected = engine.rank(roles[0], people).to_jsonl()
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writer, b"same" if engine.rank(roles[0], people).to_jsonl() == expected else b"other")
        finally:
            os._exit(0)
    os.close(writer)
    deadline = time.monotonic() + 60
    while os.waitpid(child, os.WNOHANG) == (0, 0):
        if time.monotonic() > deadline:
            os.kill(child, signal.SIGKILL)
            pytest.fail("the forked process hangs")
        time.sleep(0.05)
    assert os.read(reader, 10) == b"same"
    os.close(reader)


# Time is the processor's, so that others who use the machine change nothing.
INTERRUPTED = """
import os, rolefit, signal, threading, time
engine = rolefit.Engine(as_of="2026-11-01", threads=1)
people = [{"id": f"c-{n}", "summary": f"Slurm, Lustre and {n} GPUs at scale. " * 2700} for n in range(150)]
began = time.process_time()
def interrupt():
    # By then the documents have been handed over.
    while time.process_time() - began < 1:
        time.sleep(0.01)
    global sent
    sent = time.process_time()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt).start()
try:
    engine.rank({"id": "r-1", "must_have": ["Slurm"]}, people)
    print("ended")
except KeyboardInterrupt:
    print("interrupted", time.process_time() - sent)
print(len(engine.rank({"id": "r-1", "must_have": ["Slurm"]}, people[:1])))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_ctrl_c_ends_the_work_and_the_engine_lives():
    ran = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=300)
    (told, seconds), (n_results,) = (line.split() for line in ran.stdout.splitlines())
    assert (told, n_results, ran.returncode) == ("interrupted", "1", 0)
    assert float(seconds) < 2
