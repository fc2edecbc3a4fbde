"""Spark: the functions in SQL, and `dedupe`, by real worker processes.

The cluster is `local-cluster`: two executors, each a process of its own, and their Python workers.
"""

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pyspark")
if shutil.which("java") is None:
    pytest.skip("Spark needs Java", allow_module_level=True)

import oneiri
import oneiri.policy
import oneiri.spark
from cluster import Killer, cluster

LINKS = Path(__file__).parents[3] / "examples" / "links.txt"


@pytest.fixture(scope="module")
def session():
    with cluster("local-cluster[2,1,1024]") as session:
        yield session


def expected(rows, rung="scheme"):
    """What `dedupe` is to keep: the first of each class, and none that is refused."""
    firsts = {}
    for row in rows:
        try:
            firsts.setdefault(oneiri.normalize(row, rung=rung), row)
        except (oneiri.Error, TypeError):
            pass
    return list(firsts.values())


def numbered(session, rows, partitions):
    """A frame of rows with their numbers."""
    frame = session.createDataFrame(list(enumerate(rows)), "n LONG, link STRING")
    return frame.repartition(partitions)


def in_order(frame):
    return [row.link for row in frame.orderBy("n").collect()]


def test_functions_in_sql(session):
    names = oneiri.spark.register(session)
    assert "oneiri_normalize" in names and len(names) == 21
    rows = [("HTTP://h:80/%7E", "http://h/~"), (None, "x:"), ("http://h/a b", "x:"), ("é", "x:y")]
    session.createDataFrame(rows, "a STRING, b STRING").createOrReplaceTempView("pairs")
    sql = """
        SELECT oneiri_is_valid(a) AS valid, oneiri_normalize(a) AS normal, oneiri_to_uri(a) AS uri,
               oneiri_to_iri(b) AS iri, oneiri_parse(a).host AS host, oneiri_rung(a, b) AS rung,
               oneiri_resolve(b, a) AS resolved, oneiri_why_not(a).start AS start,
               hex(oneiri_fingerprint(b)) AS print
        FROM pairs
    """
    first, null, bad, other = session.sql(sql).collect()
    assert (first.valid, first.normal, first.host) == (True, "http://h/~", "h")
    assert (first.rung, first.resolved, first.start) == ("scheme", "HTTP://h:80/%7E", None)
    assert first.print == oneiri.fingerprint("http://h/~").hex().upper()
    assert (null.valid, null.normal, null.host, null.rung) == (None, None, None, None)
    assert (bad.valid, bad.normal, bad.host, bad.start) == (False, None, None, 10)
    assert (other.uri, other.iri, other.resolved) == ("%C3%A9", "x:y", "x:é")
    oneiri.spark.register(session, prefix="at_path_", rung="path", grammar="uri")
    assert session.sql("SELECT at_path_normalize('http://h:80')").first()[0] == "http://h:80"
    assert session.sql("SELECT at_path_resolve('http://h/a', 'b')").first()[0] == "http://h/b"


def test_a_policy_decides_in_columns_and_in_sql(session):
    rules = oneiri.policy.preset("ssrf")
    rows = [("HTTP://h.example",), ("http://u@h.example",), (None,)]
    frame = session.createDataFrame(rows, "link STRING")
    out = [row.d for row in frame.select(oneiri.spark.check("link", rules).alias("d")).collect()]
    assert [row and row.allow for row in out] == [True, False, None]
    assert (out[0].canonical, out[1].reasons) == ("http://h.example/", "userinfo")
    assert oneiri.spark.register(session, prefix="p_", policy=rules)[-1] == "p_check"
    frame.createOrReplaceTempView("checked")
    rows = session.sql("SELECT p_check(link).allow AS allow FROM checked").collect()
    assert [row.allow for row in rows] == [True, False, None]
    frame = session.createDataFrame([("/next",)], "link STRING")
    based = oneiri.spark.check("link", oneiri.policy.preset("open-redirect"), base="https://h.example/")
    assert frame.select(based.getField("canonical")).first()[0] == "https://h.example/next"


@pytest.mark.parametrize("rung", ["string", "path", "scheme"])
def test_dedupe_keeps_the_first_of_each_class(session, rung):
    rows = LINKS.read_text("utf-8").splitlines()
    frame = numbered(session, rows, 5)
    firsts = oneiri.spark.dedupe(frame, "link", rung, order="n")
    assert firsts.columns == ["n", "link"]
    assert in_order(firsts) == expected(rows, rung)


def test_dedupe_is_what_the_command_does(session, tmp_path):
    command = shutil.which("oneiri")
    if command is None:
        pytest.skip("the command is not installed")
    out = tmp_path / "out.txt"
    subprocess.run([command, "dedupe", "--rung", "scheme", LINKS, "-o", out], capture_output=True)
    frame = session.read.text(str(LINKS)).withColumnRenamed("value", "link")
    from pyspark.sql.functions import monotonically_increasing_id

    firsts = oneiri.spark.dedupe(
        frame.withColumn("n", monotonically_increasing_id()), "link", "scheme", order="n"
    )
    assert in_order(firsts) == out.read_text("utf-8").splitlines()


def test_dedupe_without_an_order_goes_by_place(session):
    frame = session.createDataFrame([("x:%7E",), ("x:~",), ("y:",)], "link STRING").coalesce(1)
    assert {row.link for row in oneiri.spark.dedupe(frame, "link").collect()} == {"x:%7E", "y:"}


def test_a_column_may_have_a_name_of_ours(session):
    frame = session.createDataFrame([("x:a", 2), ("X:a", 1)], "link STRING, __oneiri_place LONG")
    firsts = oneiri.spark.dedupe(frame, "link", order="__oneiri_place")
    assert [tuple(row) for row in firsts.collect()] == [("X:a", 1)]


def test_rows_without_a_place_come_last(session):
    rows = [("x:a", None), ("X:a", 7), ("x:b", None), ("X:b", None)]
    frame = session.createDataFrame(rows, "link STRING, n LONG")
    kept = {tuple(row) for row in oneiri.spark.dedupe(frame, "link", order="n").collect()}
    assert ("X:a", 7) in kept and len(kept) == 2
    assert kept <= set(rows)


def test_options_are_checked_before_any_row(session):
    frame = session.createDataFrame([("x:", "y:")], "link STRING, other STRING")
    for wrong, message in (
        ({"errors": "raise"}, 'errors=\'raise\': expected "drop" or "keep"'),
        ({"rung": "url"}, "unknown rung"),
        ({"grammar": "url"}, "unknown grammar"),
        ({"column": "lnk"}, "'lnk': no such column, found 'link', 'other'"),
        ({"order": "lnk"}, "'lnk': no such column, found 'link', 'other'"),
        ({"rung": "protocol"}, "expected a ladder with observations"),
    ):
        with pytest.raises(ValueError, match=message):
            oneiri.spark.dedupe(frame, **{"column": "link", **wrong})
    with pytest.raises(ValueError, match="two columns of this name"):
        oneiri.spark.dedupe(frame.toDF("link", "link"), "link")
    with pytest.raises(ValueError, match="unknown rung"):
        oneiri.spark.register(session, rung="url")


def test_functions_of_columns(session):
    from pyspark.sql import functions as F

    here = oneiri.spark
    rows = [("HTTP://h:80/%7E", "http://h/~"), (None, "x:"), ("http://h/a b", "x:"), ("é", "x:y")]
    frame = session.createDataFrame(rows, "a STRING, b STRING")
    a, b = F.col("a"), F.col("b")
    out = frame.select(
        here.is_valid(a).alias("valid"), here.normalize("a", rung="scheme").alias("normal"),
        here.to_uri(a).alias("uri"), here.to_iri(b).alias("iri"), here.parse(a)["host"].alias("host"),
        here.rung(a, "b").alias("rung"), here.resolve(b, a).alias("each"), here.resolve("http://i", a).alias("one"),
        here.why_not(a)["start"].alias("start"), here.fingerprint(b).alias("print"),
    )  # fmt: skip
    first, null, bad, other = out.collect()
    assert (first.valid, first.normal, first.host, first.rung) == (True, "http://h/~", "h", "scheme")
    assert (first.each, first.one, first.start) == ("HTTP://h:80/%7E", "HTTP://h:80/%7E", None)
    assert bytes(first.print) == oneiri.fingerprint("http://h/~")
    assert (null.valid, null.normal, null.one, bad.valid, bad.start) == (None, None, None, False, 10)
    assert (other.uri, other.iri, other.each, other.one) == ("%C3%A9", "x:y", "x:é", "http://i/é")
    ladder = oneiri.Ladder(observations=[("301", "http://h/a", "http://h/b", "log")])
    moved = session.createDataFrame([("http://h/a",), ("http://h:80/b",)], "link STRING")
    normal = moved.select(here.normalize("link", "protocol", ladder=ladder).alias("n"))
    assert {row.n for row in normal.collect()} == {"http://h/b"}
    assert here.dedupe(moved, "link", "protocol", ladder=ladder).count() == 1
    with pytest.raises(ValueError, match="expected a ladder with observations"):
        here.normalize("link", "protocol")
    with pytest.raises(ValueError, match="unknown rung"):
        here.normalize("link", "url")


def test_dedupe_by_a_sort_order(session):
    from pyspark.sql import functions as F

    rows = [("x:%7E", 1, "p"), ("x:~", 3, "q"), ("X:~", None, "r"), ("y:", 5, "s"), ("[", 9, "t"), (None, 8, "u")]
    frame = session.createDataFrame(rows, "link STRING, n INT, __oneiri_0 STRING").repartition(3)

    def kept(order, **options):
        return sorted((row[2] for row in oneiri.spark.dedupe(frame, "link", order=order, **options).collect()))

    assert kept(F.col("n").desc()) == ["q", "s"] == kept(frame["n"].desc())
    assert kept(F.col("n").asc_nulls_last()) == ["p", "s"] == kept("n") == kept("N")
    assert kept(F.col("n").asc()) == ["r", "s"] == kept(F.col("n").desc_nulls_first())
    assert kept((-F.col("n")).asc_nulls_last(), errors="keep") == ["q", "s", "t", "u"]
    assert oneiri.spark.dedupe(frame, "link", order=F.col("n").desc()).columns == frame.columns
    # Lists, and an expression as the column.
    assert kept([F.col("n").desc(), "link"]) == ["q", "s"]
    assert kept(["n", F.col("link").desc()]) == ["r", "s"]
    for order in ({"order": F.col("n").desc()}, {"order": ["n"]}, {"newest": "n"}, {"newest": F.col("n")}, {}):
        made = oneiri.spark.dedupe(frame, F.trim(F.col("link")), **order)
        assert made.columns == frame.columns and made.count() == 2
    assert sorted(row[2] for row in oneiri.spark.dedupe(frame, "link", newest="n").collect()) == ["q", "s"]
    with pytest.raises(ValueError, match="found both"):
        oneiri.spark.dedupe(frame, "link", newest="n", order="n")


def test_columns_of_policies_templates_and_parts(session):
    from pyspark.sql import functions as F

    here = oneiri.spark
    rows = [(0, "http://a.example/users/7?q=x%20y"), (1, "http://127.0.0.1/"), (2, None)]
    frame = session.createDataFrame(rows, "n INT, url STRING").coalesce(1)
    rules, route = oneiri.policy.preset("ssrf"), oneiri.template.Template("http://a.example/users/{id}{?q}")
    found = frame.orderBy("n").select(
        here.admits("url", rules), here.check("url", rules).allow, here.query_value("url", "q"), here.parse_url("url", "HOST"),
        here.whatwg_href("url", base="http://h/"), here.template_match(F.col("url"), route).id, here.lint("url"), here.fix("url"),
    ).collect()
    assert [tuple(row) for row in found] == [
        (True, True, "x y", "a.example", rows[0][1], "7", "", rows[0][1]),
        (False, False, None, "127.0.0.1", rows[1][1], None, found[1][6], rows[1][1]), (None,) * 8,
    ]
    # Options are checked before a worker would, and a policy of an earlier registration is gone.
    for wrong in (lambda: here.parse_url("url", "host"), lambda: here.whatwg_href("url", base="no"), lambda: here.resolve("no", "url")):
        with pytest.raises(ValueError):
            wrong()
    frame.createOrReplaceTempView("some_links")
    here.register(session, prefix="p_", policy=rules)
    assert session.sql("SELECT p_check(url).allow FROM some_links ORDER BY n").first()[0] is True
    here.register(session, prefix="p_")
    with pytest.raises(Exception, match="p_check"):
        session.sql("SELECT p_check(url).allow FROM some_links")


def test_names_of_columns_are_without_regard_to_case(session):
    frame = session.createDataFrame([("x:a", 2), ("X:a", 1)], "Link STRING, N LONG")
    out = oneiri.spark.dedupe(frame, "link", order="n")
    assert out.columns == ["Link", "N"] and [tuple(row) for row in out.collect()] == [("X:a", 1)]
    twice = frame.toDF("link", "LINK")
    assert oneiri.spark.dedupe(frame.toDF("link", "n"), "LINK").columns == ["link", "n"]
    with pytest.raises(ValueError, match="two columns of this name"):
        oneiri.spark.dedupe(twice, "Link")
    session.conf.set("spark.sql.caseSensitive", "true")
    try:
        with pytest.raises(ValueError, match="no such column"):
            oneiri.spark.dedupe(frame, "link")
    finally:
        session.conf.unset("spark.sql.caseSensitive")


def test_wrong_arguments_are_told_when_a_query_is_planned(session):
    oneiri.spark.register(session)
    for call, message in (
        ("oneiri_normalize('a', 'b')", "`oneiri_normalize` requires 1 parameters.* is 2"),
        ("oneiri_rung('a')", "`oneiri_rung` requires 2 parameters.* is 1"),
        ("oneiri_normalize(7)", '(?s)cannot cast "INT" to "BINARY".*oneiri_normalize'),
        ("oneiri_resolve('a', array('b:'))", '(?s)cannot cast "ARRAY<STRING>".*oneiri_resolve'),
        ("oneiri_parse(struct('a'))", '(?s)cannot cast "STRUCT.*oneiri_parse'),
    ):
        # `sql` plans, and runs nothing.
        with pytest.raises(Exception, match=message):
            session.sql(f"SELECT {call}")
    assert session.sql("SELECT oneiri_rung(b => 'x:', a => CAST('X:' AS BINARY))").first()[0] == "case"
    assert session.sql("SELECT oneiri_normalize(NULL)").first()[0] is None


def test_without_ansi_mode_they_are_told_by_the_first_batch(session):
    session.conf.set("spark.sql.ansi.enabled", "false")
    try:
        oneiri.spark.register(session, prefix="loose_")
        for call, message in (
            ("loose_normalize('a', 'b')", "loose_normalize: expected 1 arguments, found 2"),
            ("loose_rung('a')", "loose_rung: expected 2 arguments, found 1"),
            ("loose_normalize(7)", "loose_normalize: .*found Int32"),
        ):
            with pytest.raises(Exception, match=message):
                session.sql(f"SELECT {call}").collect()
        assert session.sql("SELECT loose_normalize('X:')").first()[0] == "x:"
    finally:
        session.conf.unset("spark.sql.ansi.enabled")


def test_bad_rows_are_dropped_or_all_kept(session):
    rows = ["x:a", "a b", None, "X:a", "a b", None, "["]
    frame = numbered(session, rows, 3)
    assert in_order(oneiri.spark.dedupe(frame, "link", order="n")) == ["x:a"]
    kept = oneiri.spark.dedupe(frame, "link", order="n", errors="keep")
    assert in_order(kept) == ["x:a", "a b", None, "a b", None, "["]


def test_a_key_that_is_everywhere(session):
    rows = [f"HTTP://h/{'%7E' if n % 2 else '~'}" for n in range(60_000)]
    rows += [f"http://h/{n}" for n in range(200)]
    random.Random(7).shuffle(rows)
    frame = numbered(session, rows, 8)
    assert in_order(oneiri.spark.dedupe(frame, "link", order="n")) == expected(rows)


def test_columns_with_any_name_and_type_stay(session):
    rows = [("x:a", 1, [1.5]), ("X:a", 0, [])]
    frame = session.createDataFrame(rows, "`a.b``c` STRING, `n o` INT, l ARRAY<DOUBLE>")
    (row,) = oneiri.spark.dedupe(frame, "a.b`c", order="n o").collect()
    assert tuple(row) == ("X:a", 0, [])


def test_a_worker_that_is_killed_in_the_middle(session):
    """What it had done is done again by others, and the result is the same."""
    rows = [f"HTTP://example.org/%7E{n % 30_000}/{'a' * (n % 50)}" for n in range(150_000)]
    frame = numbered(session, rows, 24)
    with Killer(session, after_tasks=8) as killer:
        got = in_order(oneiri.spark.dedupe(frame, "link", order="n"))
    assert killer.killed, "no executor was killed while the job ran"
    assert got == expected(rows)


def test_the_same_through_connect():
    pytest.importorskip("grpc", reason="the client of Spark Connect needs pyspark[connect]")
    script = Path(__file__).with_name("connected.py")
    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable}
    run = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=300, env=environment
    )
    assert run.stdout.endswith("connected\n"), run.stderr[-2000:]
