"""A cluster of processes on this machine, and one who kills of them."""

import contextlib
import os
import signal
import sys
import threading
import time
from pathlib import Path


@contextlib.contextmanager
def cluster(master, settings=None):
    """A session of Spark, stopped in the end. Its executors find what the tests find."""
    from pyspark.sql import SparkSession

    python_path = os.pathsep.join(path for path in sys.path if path)
    builder = (
        SparkSession.builder.master(master)
        .appName("oneiri")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.shuffle.partitions", "8")
        .config("spark.executorEnv.PYTHONPATH", python_path)
        .config("spark.pyspark.python", sys.executable)
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        # One that was killed has hung up; one that is silent waits for a busy machine.
        .config("spark.network.timeout", "1800s")
        .config("spark.worker.timeout", "1800")
    )
    for name, value in (settings or {}).items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    try:
        yield session
    finally:
        session.stop()


def descendants(process):
    """All processes below one, by what /proc says."""
    children = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            # The name is in brackets and may have any character.
            fields = status.read_text().rpartition(")")[2].split()
            children.setdefault(int(fields[1]), []).append(int(status.parent.name))
    below, todo = [], [process]
    while todo:
        found = children.get(todo.pop(), [])
        below += found
        todo += found
    return below


def executors():
    """The executors that this process has started."""
    found = []
    for process in descendants(os.getpid()):
        with contextlib.suppress(OSError):
            command = Path(f"/proc/{process}/cmdline").read_bytes()
            # The launcher is a shell's child that has the same words in its line.
            if b"CoarseGrainedExecutorBackend" in command and b"java" in command.split(b"\0")[0]:
                found.append(process)
    return found


class Killer:
    """Kills one executor once so many tasks are done, while a job runs."""

    def __init__(self, session, after_tasks):
        self.tracker = session.sparkContext.statusTracker()
        self.after_tasks = after_tasks
        self.killed = None
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.watch)

    def done(self):
        stages = [self.tracker.getStageInfo(stage) for stage in self.tracker.getActiveStageIds()]
        return sum(stage.numCompletedTasks for stage in stages if stage)

    def watch(self):
        while not self.over.is_set():
            if self.tracker.getActiveStageIds() and self.done() >= self.after_tasks:
                victims = executors()
                if victims:
                    self.killed = victims[0]
                    os.kill(self.killed, signal.SIGKILL)
                    return
            time.sleep(0.02)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()
