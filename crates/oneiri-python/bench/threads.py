"""How much sooner each function on columns ends with two threads, by the clock: the other work of the machine counts.

    python bench/threads.py [--rows N]

The first two columns are those of `threads=` of `oneiri.arrow`, and the last two those of DuckDB's setting `threads`, for the functions
that SQL has. In DuckDB the table is read from memory, and the result is only counted.
"""

import argparse
import statistics
import time

import duckdb
import pyarrow as pa
from compare import conditions
from urls import urls

import oneiri.duckdb
from oneiri import arrow, policy
from oneiri.template import Template

RULES, ROUTE = policy.preset("ssrf"), Template("https://{host}/{+rest}")
FUNCTIONS = {
    **{name: (getattr(arrow, name), (), "{}(url)") for name in (
        "parse", "parse_lenient", "is_valid", "why_not", "normalize", "to_uri", "redact", "redact_text", "htu", "fingerprint",
        "lint", "fix", "whatwg_href",
    )},
    "key": (arrow.key, (), None),
    "resolve": (lambda column, **options: arrow.resolve("http://h/a/b", column, **options), (), "{}('http://h/a/b', url)"),
    "rung": (arrow.rung, ("http://h/",), "{}(url, 'http://h/')"),
    "query_value": (arrow.query_value, ("q",), "{}(url, 'q')"),
    "parse_url": (arrow.parse_url, ("HOST",), "{}(url, 'HOST')"),
    "template_match": (arrow.template_match, (ROUTE,), "{}('https://{{host}}/{{+rest}}', url)"),
    "admits": (arrow.admits, (RULES,), "{}('preset:ssrf', url)"),
    "check": (arrow.check, (RULES,), "{}(url)"),
}


def median(works, rounds):
    """The medians of the seconds of some works, which take turns."""
    spent = [[] for _ in works]
    for turn in range(rounds + 1):
        for work, times in zip(works, spent, strict=True):
            begin = time.perf_counter()
            work()
            if turn:
                times.append(time.perf_counter() - begin)
    return list(map(statistics.median, spent))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=400_000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    print(conditions("oneiri", "pyarrow", "duckdb"), f"{options.rows:,} rows", sep="\n")
    column = pa.array(urls(options.rows, respelled=0.092))
    connection = duckdb.connect()
    oneiri.duckdb.register(connection, policy=RULES)
    links = pa.table({"url": column})  # noqa: F841
    connection.execute("CREATE TABLE links AS SELECT url FROM links")
    print(f"{'ns a row':18}{'1 thread':>10}{'2 threads':>10}{'':>7}{'DuckDB 1':>12}{'DuckDB 2':>10}")
    for name, (function, arguments, call) in FUNCTIONS.items():
        works = [lambda it=it: function(column, *arguments, threads=it) for it in (1, 2)]
        if call:
            query = f"SELECT count(x) FROM (SELECT {call.format('oneiri_' + name)} AS x FROM links)"
            works += [lambda it=it: (connection.execute(f"SET threads = {it}"), connection.sql(query).fetchall()) for it in (1, 2)]
        times = median(works, options.rounds)
        cells = [f"{1e9 * seconds / options.rows:10.0f}" for seconds in times]
        ratios = [f"{b / a:7.2f}" for a, b in zip(times[::2], times[1::2], strict=True)]
        pairs = ("".join(cells[at : at + 2]) + ratio for at, ratio in zip(range(0, 4, 2), ratios))
        print(f"{name:18}{'  '.join(pairs)}", flush=True)


if __name__ == "__main__":
    main()
