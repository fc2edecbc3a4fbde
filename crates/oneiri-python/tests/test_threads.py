"""Interruption, and threads on columns of many chunks."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pyarrow as pa
import pytest

import oneiri
from oneiri import arrow

# Prints which share of the work had been done when the signal was heard. All times are those of the process, so other programs
# on the machine change nothing.
# The work takes at least a second of the processor, because a thread that waits asks 25 times a second whether it was
# interrupted, and that must be a small part of the work on every machine. The shares are of the process's own time, so
# other programs do not count.
LONG = """
import signal, time, pyarrow as pa
from oneiri import arrow

def seconds():
    begun = time.process_time()
    {work}
    return time.process_time() - begun

some = ["http://example.org/%7E/" + "a/../" * 40 + str(n % 100) for n in range(1000)]
times = 50
while True:
    rows = pa.array(some * times)
    texts = ["http://example.org/"] * (6_000 * times)
    column = pa.chunked_array([rows] * 4) if {chunks} else rows
    took = seconds()
    if took >= 1:
        break
    times = min(times * 4, int(times * 1.3 / took) + 1)
signal.signal(signal.SIGPROF, signal.default_int_handler)
begun = time.process_time()
signal.setitimer(signal.ITIMER_PROF, took * 0.1)
try:
    {work}
except KeyboardInterrupt:
    print((time.process_time() - begun) / took)
"""


def test_a_column_that_another_thread_writes_into_gives_text():
    """A text is proved to be UTF-8 in a copy, so what comes out is UTF-8 whatever the other thread does."""
    numpy = pytest.importorskip("numpy")
    one = "http://h/é/%7E".encode()
    memory = numpy.frombuffer(bytearray(one * 20_000), numpy.uint8)
    offsets = pa.py_buffer(numpy.arange(20_001, dtype=numpy.int32) * len(one))
    column = pa.StringArray.from_buffers(20_000, offsets, pa.py_buffer(memory))
    ends = threading.Event()

    def write():
        while not ends.is_set():
            memory[9::len(one)] ^= 0x80

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(20):
            for function in (arrow.normalize, arrow.fix, arrow.key, arrow.redact_text):
                # A text may stop being UTF-8 between two readings, and that is an error.
                try:
                    made = function(column)
                except ValueError:
                    continue
                pa.array(made).validate(full=True)
    finally:
        ends.set()
        writer.join()


def test_more_threads_than_cores_are_not_started():
    rows = pa.array(["http://h/%7E"] * 200_000)
    before, most, ends = threading.active_count(), [0], threading.Event()

    def watch():
        while not ends.is_set():
            most[0] = max(most[0], len(os.listdir("/proc/self/task")))

    watcher = threading.Thread(target=watch)
    at_rest = len(os.listdir("/proc/self/task")) if os.path.isdir("/proc/self/task") else pytest.skip("no /proc")
    watcher.start()
    try:
        for function in (arrow.normalize, arrow.lint):
            assert function(rows, threads=65535).to_pylist() == function(rows).to_pylist()
    finally:
        ends.set()
        watcher.join()
    assert before and most[0] <= at_rest + 1 + 2 * (os.cpu_count() or 1)


@pytest.mark.parametrize("work", [oneiri.lint, lambda text: oneiri.compare(text, text.replace("%7E", "~"))])
def test_many_findings_and_steps_take_linear_time(work):
    def seconds(count):
        started = time.process_time()
        work("http://h/é" + "%7E" * count)
        return time.process_time() - started

    seconds(10)
    assert min(seconds(160_000) for _ in range(2)) < 40 * max(seconds(10_000), 0.001)


def test_a_long_text_lets_other_threads_run():
    text = "http://h/" + "%7E/../" * 6_000_000
    value = oneiri.Iri(text)
    column = pa.array(["http://h/%7E/a?b=1"] * 300_000)

    def lets_others_run(work):
        done, waits = threading.Event(), []

        def tick():
            last = time.monotonic()
            while not done.is_set():
                time.sleep(0.001)
                waits.append(time.monotonic() - last)
                last = time.monotonic()

        other = threading.Thread(target=tick)
        other.start()
        started = time.monotonic()
        work()
        took = time.monotonic() - started
        done.set()
        other.join()
        return max(waits, default=0) < max(took / 2, 0.05)

    # Work that keeps the others waiting does so each time, and a machine that was busy for a moment does not.
    for name, work in {
        "normalize": lambda: oneiri.normalize(text),
        "Iri": lambda: oneiri.Iri(text),
        "Iri.normalize": lambda: value.normalize(),
        "Iri.rung": lambda: value.rung("x:"),
        "Iri.equivalent": lambda: value.equivalent(value),
        "whatwg_href": lambda: arrow.whatwg_href(column),
    }.items():
        assert any(lets_others_run(work) for _ in range(3)), name


@pytest.mark.parametrize(
    ("work", "chunks"),
    [
        ("arrow.normalize(column)", False),
        ("arrow.normalize(column, threads=2)", True),
        ("arrow.parse(column, threads=0)", False),
        ("arrow.is_valid(texts)", False),
        ("arrow.whatwg_href(rows, threads=2)", False),
        ("arrow.normalize(rows)[:100_000].to_pylist()", False),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_an_interrupt_is_heard_before_the_column_is_done(work, chunks):
    code = LONG.format(work=work, chunks=chunks)
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert float(run.stdout) < 0.6


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="threads are counted as Linux has them")
def test_threads_work_at_columns_of_many_chunks():
    chunk = pa.array(["http://example.org/%7E/" + "a/../" * 20] * 500)
    column, most, done = pa.chunked_array([chunk] * 400), 0, threading.Event()

    def work():
        arrow.normalize(column, threads=3)
        done.set()

    before = len(os.listdir("/proc/self/task"))
    thread = threading.Thread(target=work)
    thread.start()
    while not done.is_set():
        most = max(most, len(os.listdir("/proc/self/task")))
    thread.join()
    # The thread above, and three that work, or one for each core.
    assert most >= before + 1 + min(3, len(os.sched_getaffinity(0)))


def test_an_error_in_one_thread_is_raised_once_all_are_through():
    rows = ["x:a"] * 60_000
    rows[41_000] = "["
    column = pa.chunked_array([rows[at : at + 300] for at in range(0, 60_000, 300)])
    for threads in (1, 2, 5):
        with pytest.raises(ValueError, match="row 41000: "):
            arrow.normalize(column, errors="raise", threads=threads)
