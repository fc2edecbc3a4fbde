"""What the way through pandas and Polars costs, beside the functions on columns, in one run.

    python bench/homes.py

It is the processor's time that counts. All take their turn in every round, and the medians are printed.
"""

import statistics
import time

import pandas
import polars
import pyarrow as pa
from urls import urls

import oneiri.pandas
import oneiri.polars
from oneiri import arrow

ROWS = list(urls(80_000))
VIEWS, LARGE = pa.array(ROWS, pa.string_view()), pa.chunked_array([ROWS], pa.large_string())
FRAME, SERIES = polars.DataFrame({"url": ROWS}), pandas.Series(ROWS)
TASKS = {
    "arrow.normalize of string views": lambda: pa.array(arrow.normalize(VIEWS)),
    'polars.col("url").iri.normalize()': lambda: FRAME.select(polars.col("url").iri.normalize()),
    "arrow.normalize of large strings": lambda: pa.chunked_array(arrow.normalize(LARGE)),
    'frame["url"].iri.normalize()': lambda: SERIES.iri.normalize(),
}


def main():
    spent = {name: [] for name in TASKS}
    for turn in range(10):
        for name, task in TASKS.items():
            begin = time.process_time_ns()
            task()
            if turn:  # The first is for warming up.
                spent[name].append((time.process_time_ns() - begin) / len(ROWS))
    medians = {name: statistics.median(times) for name, times in spent.items()}
    base = None
    for name, each in medians.items():
        base = each if name.startswith("arrow") else base
        print(f"{name:36}{each:8.0f} ns a row{each / base:8.2f}")


if __name__ == "__main__":
    main()
