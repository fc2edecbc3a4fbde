"""A table of links: prints the invalid links, and the table with duplicates removed."""

from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from oneiri import arrow

table = pq.read_table(Path(__file__).with_name("links.parquet"))

why = pa.chunked_array(arrow.why_not(table["link"]))
invalid = table.append_column("why", pc.struct_field(why, "message")).filter(why.is_valid())
for row in invalid.slice(0, 3).to_pylist():
    print(f"row {row['id']}: {row['why']}")
print("...")

normal = pa.chunked_array(arrow.normalize(table["link"], rung="scheme"))
firsts = (
    table.append_column("normal", normal)
    .filter(normal.is_valid())
    .group_by("normal")
    .aggregate([("id", "min")])
)
kept = table.filter(pc.is_in(table["id"], firsts["id_min"]))
for link in kept["link"].slice(0, 3).to_pylist():
    print(link)
print("...")

duplicates = len(table) - len(kept) - len(invalid)
print(f"{len(table)} links: {len(kept)} unique, {duplicates} duplicates, {len(invalid)} invalid")
