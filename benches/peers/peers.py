"""Ranks what benches/peers/main.rs has exported in other systems, one after another, and says how long each takes.

    cargo bench --bench peers -- 100000

runs it; nobody else need. It installs what requirements.txt names from PyPI into an environment of its own below the build folder,
and takes PostgreSQL 15 and Lucene 8 from where Debian puts them, or else from Debian's packages, unpacked there too; nothing is
installed in the system. PostgreSQL runs as a user without rights, in a temporary folder, on a socket that only this run knows.

Between its lines it waits for one: the caller times itself then. Each line of its output is the JSON of one system: `name`, and
either `left_out` (why) or `how`, `ms` (by role the median of its rounds) and `top` (by role the ten best candidates).
"""

import glob
import json
import os
import pwd
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import venv

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = 10
# Rounds of each role after one that is not counted; fewer where one takes longer than SLOW seconds.
ROUNDS, FEW_ROUNDS, SLOW = 9, 3, 0.25
CORES = os.cpu_count() or 1


class LeftOut(Exception):
    """Why a system cannot be measured here."""


def main():
    folder, cache = sys.argv[1], sys.argv[2]
    inside(cache)
    data = Data(folder)
    out = sys.stdout
    # What is started here writes to standard error, so that lines of JSON stay whole.
    sys.stdout = sys.stderr
    print("ready", file=out, flush=True)
    for name, measure in [
        ("DuckDB", duckdb_dense),
        ("polars", polars_dense),
        ("Lucene", lucene_block_max),
        ("PostgreSQL", postgresql),
        ("SQLite", sqlite_dense),
    ]:
        if not sys.stdin.readline():
            return
        try:
            answer = measure(data, cache)
        except (LeftOut, OSError, subprocess.CalledProcessError) as reason:
            answer = {"name": name, "left_out": str(reason)}
        print(json.dumps(answer), file=out, flush=True)


def inside(cache):
    """Goes on in the environment below `cache`, which is made once."""
    home = os.path.join(cache, "python")
    python = os.path.join(home, "bin", "python")
    wanted = os.path.join(HERE, "requirements.txt")
    made = os.path.join(home, "requirements.txt")
    if not os.path.exists(made) or open(made).read() != open(wanted).read():
        venv.create(home, with_pip=True, clear=True)
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", wanted]
        subprocess.run(install, check=True, stdout=sys.stderr)
        shutil.copy(wanted, made)
    if os.path.realpath(sys.prefix) != os.path.realpath(home):
        os.execv(python, [python, *sys.argv])


class Data:
    """The export: credits[column][candidate], and what each role asks."""

    def __init__(self, folder):
        import numpy

        whole = json.load(open(os.path.join(folder, "ranking.json")))
        self.folder = folder
        self.n_candidates = whole["candidates"]
        self.n_columns = len(whole["skills"])
        self.roles = [list(zip(role["columns"], role["weights"])) for role in whole["roles"]]
        credits = numpy.fromfile(os.path.join(folder, "credits.u16"), dtype="<u2")
        self.credits = credits.reshape(self.n_columns, self.n_candidates)


def timed(name, how, roles, ask):
    """`ask(role)` gives the ten best candidates; each role is asked several times."""
    ms, top = [], []
    for role in roles:
        start = time.perf_counter()
        top.append([int(candidate) for candidate in ask(role)])
        rounds = FEW_ROUNDS if time.perf_counter() - start > SLOW else ROUNDS
        times = []
        for _ in range(rounds):
            start = time.perf_counter()
            ask(role)
            times.append((time.perf_counter() - start) * 1e3)
        ms.append(statistics.median(times))
    return {"name": name, "how": how, "ms": ms, "top": top}


def sql(role, where=""):
    """The formula; columns are named c0, c1 and so on."""
    score = " + ".join(f"c{column} * {weight}" for column, weight in role)
    return f"SELECT id FROM ranking {where} ORDER BY {score} DESC, id LIMIT {TOP}"


def duckdb_dense(data, _):
    import duckdb

    connection = duckdb.connect(config={"threads": CORES})
    columns = {"id": numpy_ids(data), **{f"c{at}": data.credits[at] for at in range(data.n_columns)}}
    connection.register("columns", columns)
    connection.execute("CREATE TABLE ranking AS SELECT * FROM columns")
    connection.unregister("columns")
    asks = {id(role): widened(role) for role in data.roles}
    ask = lambda role: [row[0] for row in connection.execute(asks[id(role)]).fetchall()]
    return timed(f"DuckDB {duckdb.__version__}", f"dense 16-bit columns in memory, {CORES} threads", data.roles, ask)


def widened(role):
    """The formula where sums are beyond what two bytes hold: one factor is made larger, and the columns stay small."""
    score = " + ".join(f"c{column} * {weight}::INTEGER" for column, weight in role)
    return f"SELECT id FROM ranking ORDER BY {score} DESC, id LIMIT {TOP}"


def polars_dense(data, _):
    import polars

    columns = {"id": numpy_ids(data), **{f"c{at}": data.credits[at] for at in range(data.n_columns)}}
    frame = polars.DataFrame(columns)
    terms = lambda role: [polars.col(f"c{column}").cast(polars.UInt32) * weight for column, weight in role]
    asks = {}
    for role in data.roles:
        score = terms(role)[0]
        for term in terms(role)[1:]:
            score = score + term
        query = frame.lazy().select("id", score.alias("score"))
        asks[id(role)] = query.top_k(TOP, by=["score", "id"], reverse=[False, True]).select("id")
    ask = lambda role: asks[id(role)].collect()["id"].to_list()
    how = f"dense 16-bit columns in memory, {polars.thread_pool_size()} threads"
    return timed(f"polars {polars.__version__}", how, data.roles, ask)


def numpy_ids(data):
    import numpy

    return numpy.arange(data.n_candidates, dtype="<u4")


def sqlite_dense(data, _):
    import sqlite3

    connection = sqlite3.connect(":memory:")
    names = ", ".join(f"c{at} INTEGER NOT NULL" for at in range(data.n_columns))
    connection.execute(f"CREATE TABLE ranking (id INTEGER PRIMARY KEY, {names})")
    marks = ", ".join("?" * (data.n_columns + 1))
    rows = ([at, *row] for at, row in enumerate(data.credits.T.tolist()))
    connection.executemany(f"INSERT INTO ranking VALUES ({marks})", rows)
    connection.commit()
    connection.execute("ANALYZE")
    ask = lambda role: [row[0] for row in connection.execute(sql(role)).fetchall()]
    return timed(f"SQLite {sqlite3.sqlite_version}", "one table in memory, 1 thread", data.roles, ask)


def lucene_block_max(data, cache):
    if not shutil.which("java") or not shutil.which("javac"):
        raise LeftOut("no JDK here")
    places = ["/usr/share/java", os.path.join(cache, "debian", "usr", "share", "java")]
    jar = lambda: next((jar for place in places for jar in glob.glob(f"{place}/lucene-core-[89]*.jar")), None)
    if not jar():
        unpacked(["liblucene8-java"], cache)
    if not jar():
        raise LeftOut("Debian here has no Lucene")
    index = tempfile.mkdtemp(prefix="lucene-", dir=data.folder)
    roles = os.path.join(index, "roles.txt")
    with open(roles, "w") as file:
        for role in data.roles:
            print(" ".join(f"{column}:{weight}" for column, weight in role), file=file)
    credits = os.path.join(data.folder, "credits.u16")
    program = os.path.join(HERE, "BlockMax.java")
    sizes = [str(number) for number in (data.n_candidates, data.n_columns, CORES, ROUNDS, TOP)]
    run = ["java", "-Xmx4g", "-cp", jar(), program, credits, roles, os.path.join(index, "index"), *sizes]
    answer = json.loads(subprocess.run(run, check=True, stdout=subprocess.PIPE).stdout)
    shutil.rmtree(index)
    return answer


def unpacked(packages, cache):
    """Debian packages, in a folder instead of the system; nothing when there is no apt, or no such package."""
    if not shutil.which("apt-get"):
        return
    place = os.path.join(cache, "debian")
    os.makedirs(place, exist_ok=True)
    # As whoever runs this: apt's own user may not write here.
    fetch = ["apt-get", "-qq", "-o", "APT::Sandbox::User=root", "download", *packages]
    fetched = subprocess.run(fetch, cwd=place, stdout=sys.stderr)
    if fetched.returncode == 0:
        for package in glob.glob(os.path.join(place, "*.deb")):
            subprocess.run(["dpkg", "-x", package, place], check=True)


def postgresql(data, cache):
    import psycopg

    postgres = "/usr/lib/postgresql/15/bin"
    environment = dict(os.environ)
    if not os.path.exists(postgres):
        unpacked(["postgresql-15", "postgresql-client-15", "libpq5", "libllvm14", "libxslt1.1"], cache)
        root = os.path.join(cache, "debian")
        postgres = root + postgres
        libraries = glob.glob(f"{root}/usr/lib/*-linux-gnu")
        environment["LD_LIBRARY_PATH"] = ":".join(libraries)
    if not os.path.exists(postgres):
        raise LeftOut("Debian here has no PostgreSQL 15")
    # PostgreSQL refuses to run as root.
    user = {}
    if os.getuid() == 0:
        nobody = pwd.getpwnam("nobody")
        user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    home = tempfile.mkdtemp(prefix="postgresql-")
    if user:
        os.chown(home, user["user"], user["group"])
    place = os.path.join(home, "data")
    quiet = {"env": environment, "cwd": home, "stdout": subprocess.DEVNULL, **user}
    server = None
    try:
        make = [f"{postgres}/initdb", "--auth=trust", "--username=bench", "--no-sync", "--encoding=UTF8", "-D", place]
        subprocess.run(make, check=True, **quiet)
        with open(os.path.join(home, "log"), "w") as log:
            settings = [word for line in tuned(data) for word in ("-c", line)]
            start = [f"{postgres}/postgres", "-D", place, "-k", home, *settings]
            server = subprocess.Popen(start, stderr=log, **quiet)
        with connected(psycopg, home, server) as connection:
            return asked_of_postgresql(data, connection)
    finally:
        if server:
            # The polite way to stop it at once.
            server.send_signal(2)
            server.wait()
        shutil.rmtree(home)


def tuned(data):
    """Everything in memory, no care for what happens in a power cut, and all cores for one query."""
    table = data.n_candidates * (2 * data.n_columns + 64)
    megabytes = max(256, 2 * table >> 20)
    return [
        "listen_addresses=",
        f"shared_buffers={megabytes}MB",
        f"effective_cache_size={2 * megabytes}MB",
        "work_mem=256MB",
        "maintenance_work_mem=1GB",
        "max_wal_size=8GB",
        "wal_level=minimal",
        "max_wal_senders=0",
        "fsync=off",
        "synchronous_commit=off",
        "full_page_writes=off",
        "autovacuum=off",
        "random_page_cost=1.0",
        f"max_worker_processes={CORES + 2}",
        f"max_parallel_workers={CORES}",
        f"max_parallel_workers_per_gather={CORES}",
        f"max_parallel_maintenance_workers={CORES}",
        "parallel_setup_cost=0",
        "parallel_tuple_cost=0",
        "min_parallel_table_scan_size=0",
        "jit=on",
    ]


def connected(psycopg, home, server):
    for _ in range(300):
        try:
            return psycopg.connect(host=home, user="bench", dbname="postgres", autocommit=True)
        except psycopg.OperationalError:
            if server.poll() is not None:
                raise LeftOut(f"it did not start: {open(os.path.join(home, 'log')).read()[-500:]}")
            time.sleep(0.1)
    raise LeftOut("it did not answer within half a minute")


def asked_of_postgresql(data, connection):
    cursor = connection.cursor()
    names = ", ".join(f"c{at} smallint NOT NULL" for at in range(data.n_columns))
    # What is held, for the index; columns of fixed width come first, where they are found without looking at others.
    cursor.execute(f"CREATE TABLE ranking (id int NOT NULL, {names}, held smallint[] NOT NULL)")
    import numpy

    with cursor.copy("COPY ranking FROM STDIN") as copy:
        for start in range(0, data.n_candidates, 10_000):
            part = data.credits[:, start : start + 10_000].T
            lines = []
            for at, row in enumerate(part):
                held = ",".join(map(str, numpy.flatnonzero(row).tolist()))
                lines.append("\t".join([str(start + at), *map(str, row.tolist()), "{" + held + "}"]))
            copy.write("\n".join(lines) + "\n")
    cursor.execute("CREATE INDEX held ON ranking USING gin (held)")
    cursor.execute("VACUUM ANALYZE ranking")
    version = connection.info.server_version
    name = f"PostgreSQL {version // 10000}.{version % 10000}"

    def ask(where):
        def best(role):
            return [row[0] for row in cursor.execute(sql(role, where(role))).fetchall()]

        return best

    held = lambda role: "WHERE held && '{" + ",".join(str(column) for column, _ in role) + "}'::smallint[]"
    ways = [
        timed(name, f"wide table, all in shared memory, {CORES} workers and JIT", data.roles, ask(lambda role: "")),
        timed(name, f"wide table, GIN index on what is held, {CORES} workers", data.roles, ask(held)),
    ]
    ways.sort(key=lambda way: statistics.median(way["ms"]))
    ways[0]["how"] += f" (the other way, {ways[1]['how'].split(',')[1].strip()}: {statistics.median(ways[1]['ms']):.0f} ms)"
    return ways[0]


if __name__ == "__main__":
    main()
