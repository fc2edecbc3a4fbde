//! Percent-encoding, both ways: of lines as data.

use std::borrow::Cow;

use fluent_uri::pct_enc::encoder::{Data, IFragment};
use fluent_uri::pct_enc::{EStr, EString};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC};

use super::task::{Compares, Task, as_they_are, contender, each};
use crate::corpus::Lines;
use crate::derive::half_encoded;
use crate::sink::Sink;

pub(super) const ENCODE: Task = Task {
    name: "encode",
    about: "percent-encode a line, all but the unreserved characters",
    input: as_they_are,
    lines_each: 1,
    compares: Compares::Results,
    contenders: &[
        contender!("oneiri", "oneiri", oneiri_encode),
        contender!("percent-encoding", "percent-encoding", percent_encoding_encode),
        contender!("urlencoding", "urlencoding", urlencoding_encode),
        contender!("fluent-uri", "fluent-uri", fluent_uri_encode),
        contender!("iri-string", "iri-string", iri_string_encode),
        contender!("pct-str", "pct-str", pct_str_encode),
    ],
};

pub(super) const DECODE: Task = Task {
    name: "decode",
    about: "percent-decode a line to octets (every other line is encoded)",
    input: half_encoded,
    contenders: &[
        contender!("oneiri", "oneiri", oneiri_decode),
        contender!("percent-encoding", "percent-encoding", percent_encoding_decode),
        contender!("urlencoding", "urlencoding", urlencoding_decode),
        contender!("fluent-uri", "fluent-uri", fluent_uri_decode, "validates as a fragment"),
        contender!("iri-string", "iri-string", iri_string_decode),
        contender!("pct-str", "pct-str", pct_str_decode, "refuses stray %; decodes to text"),
    ],
    ..ENCODE
};

/// All but the unreserved characters.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

fn oneiri_encode<S: Sink>(lines: &Lines, sink: &mut S) {
    each(lines, sink, |line, sink| sink.text(&oneiri::percent::encode(line, oneiri::percent::SafeSet::UNRESERVED)));
}

fn oneiri_decode<S: Sink>(lines: &Lines, sink: &mut S) {
    each(lines, sink, |line, sink| sink.octets(&oneiri::percent::decode(line)));
}

fn percent_encoding_encode<S: Sink>(lines: &Lines, sink: &mut S) {
    each(lines, sink, |line, sink| {
        sink.text(&Cow::from(percent_encoding::utf8_percent_encode(line, ENCODED)));
    });
}

fn percent_encoding_decode<S: Sink>(lines: &Lines, sink: &mut S) {
    each(lines, sink, |line, sink| {
        sink.octets(&Cow::from(percent_encoding::percent_decode_str(line)));
    });
}

fn urlencoding_encode<S: Sink>(lines: &Lines, sink: &mut S) {
    each(lines, sink, |line, sink| sink.text(&urlencoding::encode(line)));
}

fn urlencoding_decode<S: Sink>(lines: &Lines, sink: &mut S) {
    each(lines, sink, |line, sink| sink.octets(&urlencoding::decode_binary(line.as_bytes())));
}

fn fluent_uri_encode<S: Sink>(lines: &Lines, sink: &mut S) {
    each(lines, sink, |line, sink| {
        let mut encoded = EString::<IFragment>::new();
        encoded.encode_str::<Data>(line);
        sink.text(encoded.as_estr().as_str());
    });
}

fn fluent_uri_decode<S: Sink>(lines: &Lines, sink: &mut S) {
    each(lines, sink, |line, sink| match EStr::<IFragment>::new(line) {
        Some(encoded) => sink.octets(&encoded.decode().to_bytes()),
        None => sink.refused(),
    });
}

fn iri_string_encode<S: Sink>(lines: &Lines, sink: &mut S) {
    use iri_string::percent_encode::PercentEncoded;
    use iri_string::spec::UriSpec;

    each(lines, sink, |line, sink| {
        sink.text(&PercentEncoded::<_, UriSpec>::unreserve(line).to_string());
    });
}

fn iri_string_decode<S: Sink>(lines: &Lines, sink: &mut S) {
    use iri_string::percent_encode::decode::decode_whatwg_bytes;

    each(lines, sink, |line, sink| {
        sink.octets(&decode_whatwg_bytes(line.as_bytes()).into_bytes());
    });
}

fn pct_str_encode<S: Sink>(lines: &Lines, sink: &mut S) {
    each(lines, sink, |line, sink| {
        let encoded = pct_str::PctString::encode(line.chars(), pct_str::UriReserved::Any);
        sink.text(encoded.as_str());
    });
}

fn pct_str_decode<S: Sink>(lines: &Lines, sink: &mut S) {
    each(lines, sink, |line, sink| match pct_str::PctStr::new(line) {
        Ok(encoded) => sink.octets(encoded.decode().as_bytes()),
        Err(_) => sink.refused(),
    });
}
