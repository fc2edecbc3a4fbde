"""In the libraries where people work: what the pages of `docs/` do not show already."""

import pytest

import oneiri
from cases import load
from oneiri import arrow

ROWS = ["HTTP://h/%7E", None, "http://h/a b", "http://example.org/a/../rosé"]
NORMAL = ["http://h/~", None, None, "http://example.org/rosé"]

LADDER = oneiri.Ladder(ignore_fragment=True)

JSON_SCHEMA = load("json-schema.toml")


@pytest.mark.parametrize("case", JSON_SCHEMA, ids=lambda case: case["id"])
def test_the_strings_of_json_schema_pass_through_jsonschema(case):
    jsonschema = pytest.importorskip("jsonschema")
    from oneiri.jsonschema import checker

    schema = {"format": case["format"]}
    validator = jsonschema.Draft202012Validator(schema, format_checker=checker)
    assert validator.is_valid(case["input"]) == case["valid"]
    assert validator.is_valid(7)


def test_jsonschema_keeps_what_a_checker_has():
    jsonschema = pytest.importorskip("jsonschema")
    from oneiri.jsonschema import add_to, checker

    assert len(JSON_SCHEMA) == 87
    own = jsonschema.FormatChecker(formats=["ipv4"])
    assert add_to(own) is own and not own.conforms("x", "ipv4") and not own.conforms("a b", "uri")
    assert set(jsonschema.FormatChecker.checkers) <= set(checker.checkers)


def nulls(rows):
    """The rows with None for every missing value of pandas."""
    import pandas

    return [None if pandas.isna(row) else row for row in rows]


def test_pandas_accessor_has_every_function():
    pandas = pytest.importorskip("pandas")
    import pyarrow

    import oneiri.pandas  # noqa: F401

    kinds = ["str", object, "string", "category", pandas.ArrowDtype(pyarrow.string_view())]
    for kind in kinds:
        series = pandas.Series(ROWS, dtype=kind, index=[3, 1, 4, 5], name="link")
        out = series.iri.normalize()
        assert nulls(out) == NORMAL and list(out.index) == [3, 1, 4, 5] and out.name == "link"
        if kind not in (object, "category"):
            assert out.dtype == series.dtype
        for name in arrow.__all__:
            if name[0].islower():
                options = {
                    "resolve": ["http://b/"],
                    "rung": [series],
                    "check": [oneiri.policy.preset("ssrf")],
                    "admits": [oneiri.policy.preset("ssrf")],
                    "template_match": [oneiri.template.Template("{+a}")],
                    "parse_url": ["HOST"],
                    "query_value": ["q"],
                }.get(name, [])
                done = getattr(series.iri, name)(*options)
                assert isinstance(done, pandas.Series) and list(done.index) == [3, 1, 4, 5]
    assert pandas.Series(["http://h:80"]).iri.normalize().to_list() == ["http://h/"]
    assert pandas.Series(["http://h:80"]).iri.normalize("path").to_list() == ["http://h:80"]


def test_a_text_in_pandas_is_compared_with_all_rows():
    pandas = pytest.importorskip("pandas")
    series = pandas.Series(ROWS, index=[3, 1, 4, 5])
    for other in ("http://h/~", oneiri.Iri("http://h/~")):
        assert nulls(series.iri.rung(other)) == ["escape", None, None, "different"]
    assert nulls(series.iri.rung("["))  == [None] * 4
    with pytest.raises(oneiri.Error, match="row 0: other column: "):
        series.iri.rung("[", errors="raise")
    assert list(series.iri.resolve(base="http://b/").index) == list(arrow.resolve("http://b/", reference=series).index)


def test_results_for_pandas_are_masks():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"link": ROWS, "n": range(4)}, index=list("abcd"))
    valid = arrow.is_valid(frame["link"])
    assert list(frame[valid].index) == ["a", "d"]
    assert list(frame.loc[valid, "n"]) == [0, 3]
    assert list(frame[~valid].index) == ["c"]
    assert frame.groupby(valid)["n"].sum().to_dict() == {True: 3, False: 2}
    assert frame.groupby(arrow.normalize(frame["link"]))["n"].sum().sum() == 3
    assert list(frame[valid & (frame["n"] > 0)].index) == ["d"]
    # What comes from a part goes back to its rows.
    frame["normal"] = arrow.normalize(frame["link"].iloc[::-1].iloc[:2])
    assert nulls(frame["normal"]) == [None, None, None, NORMAL[3]]


def test_results_for_polars_are_masks_and_columns():
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"link": ROWS, "n": range(4)})
    assert frame.filter(arrow.is_valid(frame["link"]))["n"].to_list() == [0, 3]
    assert frame.filter(~arrow.is_valid(frame["link"]))["n"].to_list() == [2]
    assert frame.with_columns(arrow.normalize(frame["link"]))["link"].to_list() == NORMAL
    named = frame.with_columns(normal=arrow.normalize(frame["link"]))
    assert named.columns == ["link", "n", "normal"] and named["normal"].to_list() == NORMAL


@pytest.mark.parametrize("way", ["eager", "lazy", "streaming"])
def test_polars_expressions(way):
    pl = pytest.importorskip("polars")
    import oneiri.polars  # noqa: F401

    frame = pl.DataFrame({"link": ROWS, "base": ["http://b/"] * 4})
    link = pl.col("link").iri
    expressions = {
        "normal": link.normalize("scheme"),
        "steps": link.normalize_steps(case=True),
        "valid": link.is_valid(),
        "why": link.why_not(),
        "parts": link.parse(),
        "uri": link.to_uri(),
        "iri": link.to_iri(grammar="uri-reference"),
        "print": link.fingerprint(),
        "lenient": link.parse_lenient(threads=2),
        "prints": link.fingerprint("scheme", ladder=LADDER, hash="blake3", threads=0),
        "rung": link.rung(pl.col("base")),
        "one": link.resolve("http://b/"),
        "each": link.resolve(pl.col("base")),
        "same": link.rung(pl.lit("http://h/~")),
    }
    match way:
        case "eager":
            out = frame.select(**expressions)
        case "lazy":
            out = frame.lazy().select(**expressions).collect()
        case _:
            out = frame.lazy().select(**expressions).collect(engine="streaming")
    declared = frame.lazy().select(**expressions).collect_schema()
    assert dict(declared) == dict(out.schema)
    column = frame["link"]
    assert out["normal"].to_list() == [*NORMAL]
    assert out["parts"].to_list() == arrow.parse(column).to_list()
    assert out["valid"].to_list() == [True, None, False, True]
    assert out["why"].struct.field("start").to_list() == [None, None, 10, None]
    assert out["print"].to_list()[0] == oneiri.fingerprint("http://h/~")
    assert out["lenient"].to_list()[2] == "http://h/a%20b"
    assert out["prints"].to_list()[0] == LADDER.fingerprint(ROWS[0], "scheme", hash="blake3")
    assert out["one"].to_list() == out["each"].to_list()
    assert out["same"].to_list() == ["escape", None, None, "different"]
    assert column.iri.normalize().to_list() == NORMAL
    with pytest.raises(AttributeError):
        column.iri.unknown  # noqa: B018


def test_expressions_of_polars_take_what_the_functions_take():
    import inspect

    pytest.importorskip("polars")
    from oneiri.polars import IriExpr

    for name in arrow.__all__:
        if name[0].islower():
            ours, theirs = (inspect.signature(getattr(where, name)).parameters for where in (IriExpr, arrow))
            # The base comes first in a function, and a method belongs to the references.
            options = [it for it in theirs if (name, it) != ("resolve", "reference")] if name == "resolve" else [*theirs][1:]
            assert [*ours][1:] == options, name


def test_threads_in_polars_expressions_change_nothing():
    pl = pytest.importorskip("polars")
    import oneiri.polars  # noqa: F401

    frame = pl.DataFrame({"link": ROWS * 10_000})
    link = pl.col("link").iri
    one, two = (
        frame.select(a=link.normalize(threads=threads), b=link.is_valid(threads=threads), c=link.rung("x:", threads=threads))
        for threads in (1, 3)
    )
    assert one.equals(two)
    with pytest.raises(ValueError, match="threads: expected 1 to 65535, or 0"):
        link.normalize(threads=-1)


def test_polars_pushes_filters_through():
    pl = pytest.importorskip("polars")
    import oneiri.polars  # noqa: F401

    query = pl.LazyFrame({"link": ROWS, "n": [1, 2, 3, 4]}).with_columns(
        normal=pl.col("link").iri.normalize()
    )
    plan = query.filter(pl.col("n") > 2).explain()
    assert plan.index("WITH_COLUMNS") < plan.index("FILTER") or "SELECTION" in plan


def test_a_ladder_rules_columns():
    ladder = oneiri.Ladder(
        idna=True, ignore_fragment=True, observations=[("301", "http://h/a", "http://h/b", "log")]
    )
    rows = ["http://xn--bcher-kva.example", "http://h:80/a#x", "http://h/a b", None]
    for column in (rows, __import__("pyarrow").array(rows, "string_view")):
        out = arrow.normalize(column, "protocol", ladder=ladder).to_pylist()
        assert out == [ladder.normalize(row, "protocol") for row in rows[:2]] + [None, None]
        kept = arrow.normalize(column, "protocol", ladder=ladder, errors="keep").to_pylist()
        assert kept[2] == rows[2]
    others = ["http://bücher.example/", "http://h/b", "x:", "x:"]
    assert arrow.rung(rows, others, ladder=ladder).to_pylist() == ["scheme", "protocol", None, None]
    assert arrow.rung(rows, others).to_pylist()[:2] == ["different", "different"]


def test_duckdb_has_every_function():
    duckdb = pytest.importorskip("duckdb")
    import oneiri.duckdb

    connection = duckdb.connect()
    assert len(oneiri.duckdb.register(connection)) == 21
    ladder = oneiri.Ladder(idna=True)
    oneiri.duckdb.register(connection, prefix="s_", rung="scheme", ladder=ladder, grammar="iri")
    (row,) = connection.sql("""
        SELECT oneiri_normalize(a), oneiri_is_valid(a), oneiri_parse(a).host, oneiri_why_not('[').start,
               oneiri_to_uri('é'), oneiri_to_iri('%C3%A9'), oneiri_resolve(a, 'b'), oneiri_rung(a, 'http://h/~'),
               oneiri_fingerprint(a), oneiri_normalize(NULL), s_normalize('http://xn--bcher-kva.example'),
               s_is_valid('a')
        FROM (VALUES ('HTTP://h/%7E')) t(a)
    """).fetchall()
    assert row[:8] == ("http://h/~", True, "h", 0, "%C3%A9", "é", "HTTP://h/b", "escape")
    assert row[8] == oneiri.fingerprint("http://h/~") and row[9] is None
    assert row[10] == "http://bücher.example/" and row[11] is False
    for wrong, message in (
        ({"rung": "url"}, "unknown rung"),
        ({"rung": "protocol"}, "expected a ladder with observations"),
        ({"grammar": "url"}, "unknown grammar"),
    ):
        with pytest.raises(ValueError, match=message):
            oneiri.duckdb.register(connection, **wrong)
    with pytest.raises(duckdb.Error, match="oneiri_normalize"):
        connection.sql("SELECT oneiri_normalize('a', 'b')")


def test_rdflib_compares_what_is_normal():
    rdflib = pytest.importorskip("rdflib")
    URIRef = rdflib.URIRef
    assert oneiri.normalize(URIRef("http://h/~")) == oneiri.normalize(URIRef("http://h/%7E"))
    from oneiri.rdflib import PrefixMap, check, invalid_terms, normalize

    assert normalize(URIRef("http://h/~")) == normalize(URIRef("http://h/%7E")) == URIRef("http://h/~")
    graph = rdflib.Graph(bind_namespaces="none")
    graph.namespace_manager = prefixes = PrefixMap(graph, bind_namespaces="none")
    for prefix, namespace in (("a", "http://h/"), ("ab", "http://h/b/"), ("", "http://h/b/c#"), ("u", "urn:")):
        graph.bind(prefix, namespace)
    iris = ["http://h/", "http://h/b", "http://h/b/", "http://h/b/c#d", "urn:x", "http://i/", "http://h//x", "urn://h"]
    names = prefixes.compact(iris)
    assert names == ["a:", "a:b", "ab:", ":d", "u:x", None, "a:/x", None]
    assert prefixes.expand(name for name in names if name) == [
        URIRef(iri) for iri, name in zip(iris, names) if name
    ]
    assert prefixes.expand(["no:x", "no", "a://h/"]) == [None, None, None]
    # It is the manager of the graph, and serializes as rdflib's does.
    graph.add((URIRef("http://h/s"), URIRef("http://h/p"), rdflib.Literal("x", datatype=URIRef("a b"))))
    assert "a:p" in graph.serialize(format="turtle")
    ((term, error),) = invalid_terms(graph)
    assert term.datatype == URIRef("a b") and error.component in ("scheme", "path")
    assert check(rdflib.BNode()) is None and check(rdflib.Literal("a b")) is None


def test_scrapy_takes_the_fingerprinter_from_its_settings():
    pytest.importorskip("scrapy")
    from scrapy import Request, Spider
    from scrapy.utils.test import get_crawler

    settings = {"REQUEST_FINGERPRINTER_CLASS": "oneiri.scrapy.RequestFingerprinter"}
    crawler = get_crawler(Spider, settings)
    if hasattr(crawler, "_apply_settings") and crawler.request_fingerprinter is None:
        crawler._apply_settings()
    from oneiri.scrapy import RequestFingerprinter

    fingerprinter = crawler.request_fingerprinter
    assert isinstance(fingerprinter, RequestFingerprinter)
    from scrapy.dupefilters import RFPDupeFilter

    seen = RFPDupeFilter.from_crawler(crawler)
    assert not seen.request_seen(Request("http://h/%7Ea#x"))
    assert seen.request_seen(Request("HTTP://h:80/~a"))
    assert not seen.request_seen(Request("http://h/%7Ea", method="POST", body=b"b"))
    assert not seen.request_seen(Request("http://h/a%2Fb"))
    assert not seen.request_seen(Request("http://h/a/b"))


def test_scrapy_links_are_canonical():
    pytest.importorskip("scrapy")
    from scrapy.http import HtmlResponse
    from scrapy.linkextractors import LinkExtractor as Scrapys
    from scrapy.spiders import Rule

    from oneiri.scrapy import LinkExtractor, canonical, canonical_links

    body = "<a href='../%7Ea?b=2&a=1'>1</a><a href='HTTP://h:80/~a?b=2&a=1#x'>2</a><a href='http://[x/'>3</a>"
    page = HtmlResponse("http://h/d/", body=body.encode(), encoding="utf-8")
    links = [link.url for link in LinkExtractor().extract_links(page)]
    assert links[0] == "http://h/~a?b=2&a=1" and len(links) == len(set(links)) <= 2
    rule = Rule(Scrapys(), process_links=canonical_links)
    assert [link.url for link in rule.process_links(Scrapys().extract_links(page))][:1] == links[:1]
    assert canonical("http://h/é#f", keep_fragment=True) == "http://h/%C3%A9#f"
    assert canonical("relative") == "relative"


def test_conveniences_are_those_of_yarl_and_furl_where_they_are_honest():
    uri = oneiri.Uri("http://ad%61:s@H:80/a?x#f")
    assert str(uri / "b c" / "d/e") == "http://ad%61:s@H:80/a/b%20c/d%2Fe"
    assert uri.origin == oneiri.Uri("http://h") and uri.username == "ada"
    assert oneiri.IriRef("//h/").origin is None and oneiri.Uri("file:///a").origin is None
    assert oneiri.Iri("http://é:8080/x").origin == oneiri.Iri("http://é:8080")
    assert oneiri.UriRef("//@h").username == "" and oneiri.UriRef("//%ff@h").username == "\ufffd"
    assert uri.with_query({"a&b": ["1", 2], "c": ()}).query == "a%26b=1&a%26b=2"
    assert uri.with_query({}).query is None and uri.with_query({"k": "é"}).query == "k=%C3%A9"
    for wrong in (True, None, 1.5, [None]):
        with pytest.raises(TypeError, match="expected str or int in a query"):
            uri.with_query({"a": wrong})
    with pytest.raises(TypeError):
        uri / 7


def test_two_series_of_pandas_have_one_index():
    pandas = pytest.importorskip("pandas")
    import oneiri.pandas  # noqa: F401

    one = pandas.Series(["x:a", "x:b"], index=[1, 2])
    two = pandas.Series(["x:b", "x:a"], index=[2, 1])
    for call in (
        lambda: one.iri.rung(two),
        lambda: arrow.rung(one, two),
        lambda: arrow.resolve(two, one),
        lambda: one.iri.resolve(base=two),
    ):
        with pytest.raises(ValueError, match="expected series of one index"):
            call()
    assert list(one.iri.rung(two.sort_index())) == ["string", "string"]
    assert list(one.iri.rung(two.to_list())) == ["different", "different"]


def test_rows_of_objects_are_read_one_by_one():
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    mixed = pandas.Series(["a:b", 3], index=[7, 8], dtype=object)
    for column in (mixed, mixed.to_frame(), polars.Series(["a:b", 3], dtype=polars.Object)):
        with pytest.raises(TypeError, match="row 1: expected str, an identifier or None, found int"):
            arrow.normalize(column)
    values = [oneiri.Iri("HTTP://h"), None, float("nan"), pandas.NaT, pandas.NA, "x:", b"y:"]
    out = arrow.normalize(pandas.Series(values, index=list("abcdefg"), dtype=object))
    assert nulls(out) == ["http://h/", None, None, None, None, "x:", "y:"] and list(out.index) == list("abcdefg")
    objects = polars.Series("u", [oneiri.Iri("HTTP://h"), None], dtype=polars.Object)
    assert arrow.normalize(objects).to_list() == ["http://h/", None]
    bases = pandas.Series([oneiri.Iri("x:/a/"), oneiri.Iri("x:/b/")], dtype=object)
    assert list(arrow.resolve(bases, pandas.Series(["c", "d"]))) == ["x:/a/c", "x:/b/d"]


def test_polars_passes_on_errors():
    polars = pytest.importorskip("polars")
    import oneiri.polars  # noqa: F401

    frame = polars.DataFrame({"u": ["http://h/a b"], "v": ["x:"]})
    column = polars.col("u").iri
    for expression in (
        column.normalize(errors="raise"),
        column.parse(errors="raise"),
        column.resolve("http://h/", errors="raise"),
        column.resolve(polars.col("v"), errors="raise"),
        column.rung(polars.col("v"), errors="raise"),
        column.fingerprint(errors="raise"),
    ):
        for run in (frame.select, lambda it: frame.lazy().select(it).collect()):
            with pytest.raises(oneiri.Error, match="row 0 of its chunk: invalid IRI reference: path, byte 10: "):
                run(expression)
    # What the chunk of an error has no place for is None, and not the first row.
    chunks = polars.concat([polars.DataFrame({"u": ["a"] * 5}), polars.DataFrame({"u": ["b", "a b"]})], rechunk=False)
    with pytest.raises(oneiri.Error, match="row 1 of its chunk: ") as caught:
        chunks.select(column.normalize(errors="raise"))
    error = caught.value
    assert (error.row, error.start, error.end, error.component, error.expected, error.rule) == (None,) * 6


def test_polars_checks_options_when_an_expression_is_made():
    polars = pytest.importorskip("polars")
    import oneiri.polars  # noqa: F401

    column = polars.col("u").iri
    for make, message in [
        (lambda: column.normalize("Scheme"), "unknown rung"),
        (lambda: column.fingerprint(hash="md5"), "unknown hash"),
        (lambda: column.parse(grammar="url"), "unknown grammar"),
        (lambda: column.rung("x:", errors="keep"), "errors="),
        (lambda: column.resolve("v"), "expected a scheme"),
        (lambda: column.resolve(polars.col("v"), grammar="url"), "unknown grammar"),
        (lambda: column.to_uri(grammar="uri"), "does not take this grammar"),
    ]:
        with pytest.raises(ValueError, match=message):
            make()


def test_texts_in_polars_are_literals_and_literals_are_every_row():
    polars = pytest.importorskip("polars")
    import oneiri.polars  # noqa: F401

    frame = polars.DataFrame({"u": ["x:/a", "x:/b"], "v": ["x:/c/", "y:/d/"]})
    column, literal = polars.col("u").iri, polars.lit("e").iri
    assert frame.select(column.rung("x:/a")).to_series().to_list() == ["string", "different"]
    assert frame.select(column.rung(oneiri.Iri("x:/a"))).to_series().to_list() == ["string", "different"]
    assert frame.select(column.rung(polars.lit("x:/b"))).to_series().to_list() == ["different", "string"]
    assert frame.select(literal.resolve(polars.col("v"))).to_series().to_list() == ["x:/c/e", "y:/d/e"]
    assert frame.head(0).select(literal.resolve(polars.col("v"))).height == 0
    assert frame.head(0).select(column.resolve("x:/")).height == 0


def test_accessors_say_what_they_take():
    import inspect

    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    import oneiri.pandas
    import oneiri.polars

    for accessor in (pandas.Series(["x:"]).iri, polars.Series(["x:"]).iri):
        assert {"normalize", "rung", "resolve", "why_not"} <= set(dir(accessor))
        for name in ("normalize", "rung", "parse"):
            ours, theirs = (inspect.signature(getattr(where, name)).parameters for where in (accessor, arrow))
            assert list(ours) == list(theirs)[1:]
        assert accessor.normalize(rung="scheme").to_list() == ["x:"]


DEDUPED = [("x:%7E", 1), ("y:", 5), ("x:~", 3), ("X:~", None), ("[", 9), (None, 8), ("x:~", 3)]


@pytest.mark.parametrize(
    ("options", "rows"),
    [
        ({}, [0, 1]), ({"newest": "n"}, [1, 2]), ({"order": "n"}, [0, 1]), ({"errors": "keep", "newest": "n"}, [1, 2, 4, 5]),
        ({"rung": "string"}, [0, 1, 2, 3]), ({"ladder": LADDER, "newest": "n"}, [1, 2]),
    ],
)
def test_dedupe_keeps_the_same_rows_in_each_home(options, rows):
    pandas, pl, duckdb = map(pytest.importorskip, ("pandas", "polars", "duckdb"))
    import oneiri.duckdb
    import oneiri.pandas
    import oneiri.polars

    expected = [DEDUPED[row] for row in rows]
    frame = pandas.DataFrame(DEDUPED, columns=["u", "n"], index=[7, 7, 8, 9, 10, 11, 12])
    kept = oneiri.pandas.dedupe(frame, "u", **options)
    assert list(kept.index) == list(frame.index[rows])
    assert [(nulls([u])[0], None if n != n else n) for u, n in kept.itertuples(index=False)] == expected
    table = pl.DataFrame(DEDUPED, schema=["u", "n"], orient="row")
    assert oneiri.polars.dedupe(table, "u", **options).rows() == expected
    assert oneiri.polars.dedupe(table.lazy(), "u", **options).collect(engine="streaming").rows() == expected
    connection = duckdb.connect()
    connection.execute("CREATE TABLE links (u VARCHAR, n INT)")
    connection.executemany("INSERT INTO links VALUES (?, ?)", DEDUPED)
    made = oneiri.duckdb.dedupe(connection, "links", "u", **options)
    # A relation that has not run yet keeps its options.
    oneiri.duckdb.dedupe(connection, connection.table("links"), "u", "string")
    assert made.fetchall() == expected == oneiri.duckdb.dedupe(connection, connection.table("links"), "u", **options).fetchall()
    for dedupe in (oneiri.pandas.dedupe, oneiri.polars.dedupe):
        for wrong, message in (({"order": "n", "newest": "n"}, "found both"), ({"errors": "null"}, "expected \"drop\"")):
            with pytest.raises(ValueError, match=message):
                dedupe(frame if dedupe is oneiri.pandas.dedupe else table, "u", **wrong)


def test_duckdb_registers_twice():
    duckdb = pytest.importorskip("duckdb")
    import oneiri.duckdb

    connection = duckdb.connect()
    names = oneiri.duckdb.register(connection)
    assert oneiri.duckdb.register(connection, rung="scheme") == names
    assert connection.sql("SELECT oneiri_normalize('http://h:80')").fetchall() == [("http://h/",)]
    assert oneiri.duckdb.register(connection, prefix="a_")[0] == "a_why_not"
    # A policy of an earlier call is gone, unless it is given again.
    policy = oneiri.policy.loads('[[allow]]\nhost = "h"')
    assert "oneiri_check" in oneiri.duckdb.register(connection, policy=policy)
    assert connection.sql("SELECT oneiri_check('http://h/').allow").fetchall() == [(True,)]
    oneiri.duckdb.register(connection)
    with pytest.raises(duckdb.CatalogException, match="oneiri_check"):
        connection.sql("SELECT oneiri_check('http://h/').allow")
