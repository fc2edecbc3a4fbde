"""Columns repaired, and fingerprinted by a ladder."""

import pytest

import oneiri
from oneiri import arrow


def test_invalid_characters_are_encoded_in_columns_as_in_values():
    rows = ["http://h/a b", "http://h/[x]", None, "http://h/é|", "http://h/~"]
    for kind, grammar in ((oneiri.Uri, "uri"), (oneiri.Iri, "iri"), (oneiri.IriRef, "iri-reference")):
        def lenient(row):
            return row if row is None else str(kind.parse_lenient(row))

        out = arrow.parse_lenient(rows, grammar=grammar).to_pylist()
        assert out == [*map(lenient, rows[:1]), None, *map(lenient, rows[2:])]
        assert arrow.is_valid(out, grammar=grammar).to_pylist() == [True, None, None, True, True]
        assert arrow.parse_lenient(rows, grammar=grammar, errors="keep").to_pylist()[1] == rows[1]
        with pytest.raises(oneiri.Error, match="row 1: .* byte 9: ") as caught:
            arrow.parse_lenient(rows, grammar=grammar, errors="raise")
        assert (caught.value.row, caught.value.found) == (1, "[")


def test_a_ladder_rules_fingerprints():
    evidence = [("301", "http://h/a", "http://h/b", "log")]
    ladder = oneiri.Ladder(idna=True, ignore_fragment=True, observations=evidence)
    rows = ["http://xn--bcher-kva.example", "http://bücher.example/#x", "http://h:80/a", "http://h/b", "[", None]
    for hash in ("xxh3", "blake3"):
        out = arrow.fingerprint(rows, "protocol", ladder=ladder, hash=hash).to_pylist()
        assert out[:4] == [ladder.fingerprint(row, "protocol", hash=hash) for row in rows[:4]]
        assert out[0] == out[1] != out[2] == out[3] and out[4:] == [None, None]
        normal = arrow.normalize(rows, "protocol", ladder=ladder)
        assert out == arrow.fingerprint(normal, "string", hash=hash).to_pylist()
        assert out[0] != arrow.fingerprint(rows, "protocol", hash=hash)[0]
