"""The functions that only SQL has: URLs of browsers, policies, templates and parts of URLs, in DuckDB and in Spark."""

import pathlib
import shutil

import pytest

ATTACK = "http:\\\\good.example\\@evil.example/"
TOML = '[[allow]]\nscheme = "https"\nhost = "good.example"'
# The last rows are null and no URL.
ROWS = ["HTTPS://good.example/users/7?a=1&q=x%20y", "https://evil.example/", None, "//"]
CASES = [
    ("oneiri_whatwg_href(a)", ["https://good.example/users/7?a=1&q=x%20y", "https://evil.example/", None, None]),
    ("oneiri_admits('preset:ssrf', a)", [True, True, None, False]),
    (f"oneiri_admits('{TOML}', a)", [True, False, None, False]),
    ("oneiri_admits(NULL, a)", [None] * 4),
    ("oneiri_template_match('HTTPS://good.example/users/{id}{?a,q}', a)['id']", ["7", None, None, None]),
    ("oneiri_template_match('HTTPS://good.example/users/{id}{?p*}', a)['p']", ['{"a":"1","q":"x y"}', None, None, None]),
    ("oneiri_parse_url(a, 'HOST')", ["good.example", "evil.example", None, None]),
    ("oneiri_parse_url(a, 'QUERY', 'q')", ["x%20y", None, None, None]),
    ("oneiri_query_value(a, 'q')", ["x y", None, None, None]),
    ("oneiri_query_value(a, NULL)", [None] * 4),
    ("oneiri_lint(a)", ["upper-case-scheme", "", None, ""]),
    ("oneiri_fix(a)", ["https://good.example/users/7?a=1&q=x%20y", "https://evil.example/", None, "//"]),
    ("oneiri_htu(a)", ["https://good.example/users/7", "https://evil.example/", None, "//"]),
    ("oneiri_drive('file:///c%3A' || substr(a, 1, 0))", ["file:///C:" if row is not None else None for row in ROWS]),
    ("oneiri_redact_text('see https://me:secret@h/ ' || a)", ["see https://me:***@h/ " + row if row else None for row in ROWS]),
    ("oneiri_parse_url(a, 'PROTOCOL', NULL, 'whatwg')", ["https", "https", None, None]),
]
WRONG = [
    ("oneiri_admits('[[alow]]', a)", "invalid policy: line 1"),
    ("oneiri_admits('preset:x', a)", "unknown preset"),
    ("oneiri_template_match('{', a)", "invalid URI Template"),
    ("oneiri_parse_url(a, 'host')", "unknown part"),
    ("oneiri_parse_url(a, 'HOST', 'k')", "only QUERY has a key"),
]


def test_the_page_of_operations_lists_what_is_registered():
    duckdb = pytest.importorskip("duckdb")
    import oneiri.duckdb
    from oneiri import policy

    page = pathlib.Path(__file__).parents[3] / "docs" / "operations.md"
    rows = [[cell.strip(" `") for cell in line.split(" | ")] for line in page.read_text("utf-8").splitlines() if line[:3] == "| ["]
    assert len(rows) > 20 and {len(row) for row in rows} == {10}
    names = oneiri.duckdb.register(duckdb.connect(), policy=policy.preset("ssrf"))
    assert sorted(row[7] for row in rows if row[7] != "-") == sorted(names)


def test_duckdb():
    duckdb = pytest.importorskip("duckdb")
    import oneiri.duckdb

    connection = duckdb.connect()
    names = oneiri.duckdb.register(connection)
    last = ["whatwg_href", "admits", "template_match", "parse_url", "query_value"]
    assert names[-5:] == [f"oneiri_{name}" for name in last]
    connection.execute("CREATE TABLE links AS SELECT unnest($rows::VARCHAR[]) AS a", {"rows": ROWS})
    for call, expected in CASES:
        assert [row[0] for row in connection.sql(f"SELECT {call} FROM links").fetchall()] == expected, call
    # A whole column of policies, one for each row.
    by_row = "SELECT oneiri_admits(p, 'http://10.0.0.1/') FROM (VALUES ('preset:ssrf'), (NULL)) t(p)"
    assert connection.sql(by_row).fetchall() == [(False,), (None,)]
    reads = f"SELECT oneiri_parse_url('{ATTACK}', 'HOST', NULL, parser) FROM (VALUES ('whatwg'), ('java')) t(parser)"
    assert connection.sql(reads).fetchall() == [("good.example",), (None,)]
    for call, message in WRONG:
        with pytest.raises(duckdb.Error, match=message):
            connection.sql(f"SELECT {call} FROM links").fetchall()
    # The grammar is that of the registration, and more options than stay compiled are compiled again.
    oneiri.duckdb.register(connection, prefix="uri_", grammar="uri")
    beyond = "SELECT {0}query_value('http://h/é?q=1', 'q'), {0}query_value('/?q=1', 'q')"
    assert connection.sql(beyond.format("uri_")).fetchall() == [(None, None)]
    assert connection.sql(beyond.format("oneiri_")).fetchall() == [("1", "1")]
    many = "SELECT oneiri_query_value('/?k' || n || '=' || n, 'k' || n) FROM range(200) t(n)"
    assert connection.sql(f"{many} UNION ALL {many}").fetchall() == [(str(n),) for n in range(200)] * 2


def test_spark():
    pytest.importorskip("pyspark")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    import oneiri.spark
    from cluster import cluster

    with cluster("local[1]") as session:
        oneiri.spark.register(session)
        rows = list(enumerate(ROWS))
        session.createDataFrame(rows, "n INT, a STRING").coalesce(1).createOrReplaceTempView("rows")
        calls = ", ".join(f"{call} AS c{at}" for at, (call, _) in enumerate(CASES)).replace("\n", "\\n")
        found = session.sql(f"SELECT {calls} FROM rows ORDER BY n").collect()
        for at, (call, expected) in enumerate(CASES):
            assert [row[at] for row in found] == expected, call
        # Spark's own function says the same.
        parts = ["PROTOCOL", "AUTHORITY", "USERINFO", "HOST", "PATH", "QUERY", "REF", "FILE"]
        same = ", ".join(f"oneiri_parse_url(a, '{it}') <=> try_parse_url(a, '{it}')" for it in parts)
        assert all(all(row) for row in session.sql(f"SELECT {same} FROM rows").collect())
        for call, message in WRONG:
            with pytest.raises(Exception, match=message):
                session.sql(f"SELECT {call} FROM rows").collect()
