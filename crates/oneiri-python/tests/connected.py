"""Spark Connect: a server of this machine, and a client that has no JVM. `test_spark.py` runs this as a program, because a
process has either such sessions or those of the classic kind."""

import oneiri.spark
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

session = SparkSession.builder.remote("local[1]").getOrCreate()
assert "connect" in type(session).__module__
links = session.createDataFrame(
    [(1, "HTTP://h/%7Eada"), (2, "http://h:80/~ada"), (3, "http://h/a b")], "id LONG, url STRING"
)
keys = links.orderBy("id").select(oneiri.spark.normalize("url", "scheme").alias("key"))
assert [row.key for row in keys.collect()] == ["http://h/~ada", "http://h/~ada", None]
assert links.where(~oneiri.spark.is_valid(F.col("url"))).first().id == 3
for order, first in (("id", 1), (F.col("id").desc(), 2), (F.col("id") * -1, 2)):
    assert [row.id for row in oneiri.spark.dedupe(links, "URL", "scheme", order=order).collect()] == [first]
assert oneiri.spark.dedupe(links, "url", "scheme", order="id", errors="keep").count() == 2
oneiri.spark.register(session)
assert session.sql("SELECT oneiri_parse('http://ada@h:80/p').host AS host").first().host == "h"
session.stop()
print("connected")
