"""Spark: what `mapInArrow` with oneiri costs beside the same job with w3lib in a UDF, and `dedupe` of
many rows beside the command, with an executor killed on the way.

    python bench/spark.py ratio [--rows N]
    python bench/spark.py dedupe [--rows N] [--command oneiri]

Both make their rows from a seed (bench/urls.py).
"""

import argparse
import contextlib
import hashlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import pyarrow as pa
from cluster import Killer, cluster, descendants
from pyspark.sql.functions import arrow_udf, monotonically_increasing_id, udf
from urls import urls

import oneiri.spark
from oneiri import arrow


def write(path, rows):
    """So many rows of which every fourth or so was there before, in another spelling or not."""
    some = list(urls(200_000))
    with open(path, "w", encoding="utf-8") as file:
        for start in range(0, rows, len(some)):
            # Three rounds of four are new, by a number in their host.
            mark = f"://n{start // len(some) // 4 * 4 + min(start // len(some) % 4, 2)}."
            lines = (url.replace("://", mark, 1) for url in some[: rows - start])
            if start // len(some) % 4 == 3:
                lines = (line.replace("http", "HTTP", 1) for line in lines)
            file.writelines(f"{line}\n" for line in lines)


def ratio(options):
    """The same column through both, on one core, in turns and in one session, in which no setting
    is about Python: batches are as large as Spark has them.
    """
    from w3lib.url import canonicalize_url

    def normalize(batches):
        for batch in batches:
            out = pa.array(arrow.normalize(batch.column(0)), pa.string())
            yield pa.RecordBatch.from_arrays([out], ["value"])

    def of_arrow(column: pa.Array) -> pa.Array:
        return pa.array(arrow.normalize(column))

    with tempfile.TemporaryDirectory() as folder, cluster("local[1]") as session:
        path = str(Path(folder, "urls.parquet"))
        rows = [(url,) for url in urls(options.rows)]
        table = pa.table({"value": [url for (url,) in rows]})
        import pyarrow.parquet

        pyarrow.parquet.write_table(table, path)
        frame = session.read.parquet(path)
        jobs = {
            "read alone": frame,
            "mapInArrow": frame.mapInArrow(normalize, "value STRING"),
            "arrow_udf": frame.select(arrow_udf(of_arrow, "STRING")("value")),
            # As people write it, which from Spark 4.2 on goes through Arrow, and as it was before.
            "w3lib in a UDF": frame.select(udf(canonicalize_url, "STRING")("value")),
            "w3lib in a UDF without Arrow": frame.select(
                udf(canonicalize_url, "STRING", useArrow=False)("value")
            ),
        }
        times = {name: [] for name in jobs}
        for turn in range(options.rounds + 1):
            for name, job in jobs.items():
                begin, worked = time.perf_counter(), processor_seconds()
                job.write.format("noop").mode("overwrite").save()
                spent = time.perf_counter() - begin, processor_seconds() - worked
                if turn:
                    times[name].append(spent)
        medians = {
            name: list(map(statistics.median, zip(*spent))) for name, spent in times.items()
        }
        rivals = medians["w3lib in a UDF"]
        print(f"{'':34}{'clock':>8}{'':>9}{'processor':>12}")
        for name, both in medians.items():
            seconds = (f"{own:8.2f} s{rival / own:7.1f} x" for own, rival in zip(both, rivals))
            print(f"{name:34}{'  '.join(seconds)}")


def processor_seconds():
    """What this process, the JVM and the Python workers have used of the processor so far."""
    ticks = 0
    for process in (os.getpid(), *descendants(os.getpid())):
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            # In user mode and in the kernel, its own and of its children that have ended.
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def digest(lines):
    """A digest of lines, and how many there are."""
    count, hashed = 0, hashlib.blake2b()
    for line in lines:
        hashed.update(line.encode() + b"\n")
        count += 1
    return count, hashed.hexdigest()


def dedupe(options):
    """The command's answer and the cluster's, on the same file, row for row."""
    with tempfile.TemporaryDirectory() as folder:
        path, out = Path(folder, "urls.txt"), Path(folder, "out.txt")
        write(path, options.rows)
        print(f"{options.rows:,} rows, {path.stat().st_size:,} bytes", flush=True)
        begin = time.perf_counter()
        command = [options.command, "dedupe", "--rung", "scheme", path, "-o", out]
        said = subprocess.run(command, capture_output=True, text=True).stderr.splitlines()[-1]
        print(f"command: {time.perf_counter() - begin:.0f} s; {said}", flush=True)
        with open(out, encoding="utf-8", newline="\n") as lines:
            expected = digest(line.removesuffix("\n") for line in lines)

        settings = {"spark.sql.shuffle.partitions": "64", "spark.local.dir": folder}
        with cluster("local-cluster[2,1,1024]", settings) as session:
            frame = session.read.text(str(path)).withColumn("n", monotonically_increasing_id())
            firsts = oneiri.spark.dedupe(frame, "value", "scheme", order="n").orderBy("n")
            begin = time.perf_counter()
            with Killer(session, after_tasks=4) as killer:
                firsts.select("value").write.text(str(Path(folder, "spark")), lineSep="\n")
            print(f"cluster: {time.perf_counter() - begin:.0f} s, killed {killer.killed}", flush=True)

        def lines():
            for part in sorted(Path(folder, "spark").glob("part-*")):
                with open(part, encoding="utf-8", newline="\n") as file:
                    for line in file:
                        yield line.removesuffix("\n")

        got = digest(lines())
        print(f"command {expected[0]:,} rows {expected[1][:16]}, cluster {got[0]:,} {got[1][:16]}")
        if got != expected or not killer.killed:
            sys.exit("not the same, or nobody was killed")
        print("the same, row for row")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["ratio", "dedupe"])
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--command", default=os.environ.get("ONEIRI", "oneiri"))
    options = parser.parse_args()
    (ratio if options.what == "ratio" else dedupe)(options)


if __name__ == "__main__":
    main()
