"""What normalizing costs, beside those who do the same in Python, in one run on one core.

    python bench/compare.py [FILE...]

FILE has a URL a line. Besides these, three lists are made (bench/urls.py): one of which few are
not normal already, one of which an eighth are not, and one of which none is. All take their turn in
every round, on every list, and the medians are printed. It is the processor's time that counts, so
that what else the machine does matters less. What one of them refuses is left out for all.
"""

import argparse
import gc
import os
import platform
import re
import statistics
import time
from importlib.metadata import version
from pathlib import Path

import pyarrow as pa
from urls import urls

import oneiri
from oneiri import arrow
from oneiri.compat.w3lib import canonicalize_url as ours


def scalar(function):
    def run(rows, _column):
        for row in rows:
            function(row)

    return run


def columnar(function, **options):
    def run(_rows, column):
        pa.array(function(column, **options))

    return run


def contenders():
    """Name, how many rows it has in a round, the type of its column, and what it does."""
    import can_ada
    from url_normalize import url_normalize
    from w3lib.url import canonicalize_url

    strings, views = pa.string(), pa.string_view()
    yield "oneiri.normalize", 80_000, strings, scalar(oneiri.normalize)
    yield "oneiri.compat.w3lib", 10_000, strings, scalar(ours)
    yield "w3lib", 4_000, strings, scalar(canonicalize_url)
    yield "url-normalize", 2_000, strings, scalar(url_normalize)
    yield "can_ada", 80_000, strings, scalar(lambda row: can_ada.parse(row).href)
    yield "oneiri.arrow.normalize", 80_000, strings, columnar(arrow.normalize)
    yield "  at the scheme rung", 80_000, strings, columnar(arrow.normalize, rung="scheme")
    yield "  of string views", 80_000, views, columnar(arrow.normalize)
    yield "oneiri.arrow.is_valid", 80_000, strings, columnar(arrow.is_valid)
    yield "oneiri.arrow.parse", 80_000, strings, columnar(arrow.parse)
    yield "  of string views", 80_000, views, columnar(arrow.parse)
    yield "oneiri.arrow.fingerprint", 80_000, strings, columnar(arrow.fingerprint)


def accepted(rows, tasks):
    """The rows that everybody takes, and how many there were."""
    kept = []
    functions = tasks[:5]
    for row in rows:
        try:
            for *_, task in functions:
                task([row], None)
            kept.append(row)
        except Exception:
            pass
    return kept


def measure(lists, tasks, rounds):
    """The medians of nanoseconds a row, for each list those of the tasks."""
    times = {name: [[] for _ in tasks] for name in lists}
    gc.disable()
    for turn in range(rounds + 1):
        for name, kept in lists.items():
            for (_, count, kind, task), spent in zip(tasks, times[name], strict=True):
                start = turn * count % max(1, len(kept) - count)
                some = kept[start : start + count]
                column = pa.array(some, kind)
                begin = time.process_time_ns()
                task(some, column)
                if turn:  # The first is for warming up.
                    spent.append((time.process_time_ns() - begin) / len(some))
    return {name: list(map(statistics.median, columns)) for name, columns in times.items()}


def conditions(*packages):
    """When, on which machine and with which versions this run is."""
    model = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text()) if os.path.exists("/proc/cpuinfo") else None
    machine = f"{model[1] if model else platform.processor()}, {os.cpu_count()} cores, {platform.system()}"
    versions = ", ".join(f"{name} {version(name)}" for name in packages)
    return f"{time.strftime('%Y-%m-%d')}; {machine}; Python {platform.python_version()}, {versions}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    lists = {file.name: file.read_text("utf-8").splitlines() for file in options.files}
    lists["made"] = list(urls(80_000))
    lists["made, an eighth not normal"] = list(urls(80_000, respelled=0.092))
    lists["made, all respelled"] = list(urls(80_000, respelled=1.0))
    tasks = list(contenders())
    print(conditions("oneiri", "w3lib", "url-normalize", "can_ada", "pyarrow"))
    kept = {name: accepted(rows, tasks) for name, rows in lists.items()}
    for name, medians in measure(kept, tasks, options.rounds).items():
        report(name, kept[name], len(lists[name]), tasks, medians)


def report(name, kept, count, tasks, medians):
    size = sum(len(row.encode()) for row in kept) / len(kept)
    other = sum(oneiri.normalize(row) != row for row in kept) / len(kept)
    print(f"\n{name}: {len(kept)} of {count} rows, {size:.1f} bytes, {other:.1%} of them not normal")
    print(f"{'':26}{'ns each':>9}{'a second':>12}{'x w3lib':>9}{'x url-n.':>9}{'x can_ada':>10}")
    for (task, *_), each in zip(tasks, medians, strict=True):
        ratios = "".join(f"{rival / each:9.1f}" for rival in medians[2:5])
        print(f"{task:26}{each:9.0f}{1e9 / each:12,.0f}{ratios}")


if __name__ == "__main__":
    main()
