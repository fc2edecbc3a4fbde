//! To parse a reference: all of the grammar, and where its components lie.

use std::hint::black_box;
use std::mem::MaybeUninit;

use super::task::{Compares, Task, as_they_are, contender, each};
use crate::corpus::Lines;
use crate::sink::Sink;

pub(super) const PARSE: Task = Task {
    name: "parse",
    about: "parse a reference",
    input: as_they_are,
    lines_each: 1,
    compares: Compares::Acceptance,
    contenders: &[
        contender!("oneiri", "oneiri", oneiri),
        contender!("oneiri-batch", "oneiri", oneiri_batch, "250 in one go"),
        contender!("oneiri-validity", "oneiri", oneiri_validity, "all in one go; a bit for each"),
        contender!("oneiri-capi", "oneiri-capi", oneiri_capi, "through C: octets in, ranges out"),
        contender!("oxiri", "oxiri", oxiri),
        contender!("fluent-uri", "fluent-uri", fluent_uri),
        contender!("iri-string", "iri-string", iri_string, "validates; splits when asked"),
        contender!("iref", "iref", iref, "validates; splits when asked"),
        contender!("http", "http", http, "refuses file:///; takes any non-ASCII; copies"),
        contender!("uriparse", "uriparse", uriparse, "URIs; a vector of segments"),
        contender!("url", "url", url, "WHATWG; absolute only; writes its normal form"),
        #[cfg(feature = "ada")]
        contender!("ada", "ada-url", ada, "WHATWG; absolute only; writes its normal form"),
    ],
};

/// Keeps what came of a line, and tells whether it was accepted.
macro_rules! parses {
    ($name:ident, $line:ident => $result:expr) => {
        fn $name<S: Sink>(lines: &Lines, sink: &mut S) {
            each(lines, sink, |$line, sink| {
                let result = $result;
                sink.keep(&result);
                if result.is_ok() {
                    sink.text($line);
                } else {
                    sink.refused();
                }
            });
        }
    };
}

parses!(oneiri, line => oneiri::IriRef::parse(line));
parses!(oxiri, line => oxiri::IriRef::parse(line));
parses!(fluent_uri, line => fluent_uri::IriRef::parse(line));
parses!(iri_string, line => iri_string::types::IriReferenceStr::new(line));
parses!(iref, line => iref::IriRef::new(line));
parses!(http, line => http::Uri::try_from(line));
parses!(uriparse, line => uriparse::URIReference::try_from(line));
parses!(url, line => url::Url::parse(line));
#[cfg(feature = "ada")]
parses!(ada, line => ada_url::Url::parse(line, None));

/// A call as C makes it: by an address, so that nothing of it can be compiled into the caller.
fn oneiri_capi<S: Sink>(lines: &Lines, sink: &mut S) {
    use oneiri_capi::{ONEIRI_IRI_REFERENCE, ONEIRI_OK, oneiri_error, oneiri_parse, oneiri_parts};
    let parse = black_box(oneiri_parse as unsafe extern "C" fn(_, _, _, _, _) -> _);
    each(lines, sink, |line, sink| {
        let (text, length) = (line.as_ptr().cast(), line.len());
        let mut parts = MaybeUninit::<oneiri_parts>::uninit();
        let mut error = MaybeUninit::<oneiri_error>::uninit();
        let (into, why) = (parts.as_mut_ptr(), error.as_mut_ptr());
        // SAFETY: the text is readable for its length, and both places are of the type that is written.
        let status = unsafe { parse(ONEIRI_IRI_REFERENCE, text, length, into, why) };
        sink.keep(&parts);
        if status == ONEIRI_OK { sink.text(line) } else { sink.refused() }
    });
}

/// One call for some hundred lines, in the buffer in which they stand: as many as stay in the cache
/// until one looks at them.
fn oneiri_batch<S: Sink>(lines: &Lines, sink: &mut S) {
    let mut batch = oneiri::batch::IriRefBatch::new();
    // Its memory is used again and again.
    batch.parse(lines.buffer(), std::iter::repeat_n(0..0, IN_A_BATCH));
    for some in lines.spans().chunks(IN_A_BATCH) {
        let ranges = some.iter().map(|&(start, end)| start..end);
        let mut parsed = None;
        sink.measure(|sink| {
            parsed = Some(batch.parse(lines.buffer(), ranges));
            sink.keep(&parsed);
        });
        let Some(parsed) = parsed else { return };
        let texts = some.iter().map(|&(start, end)| &lines.buffer()[start..end]);
        tell_valid(parsed.validity(), texts, sink);
    }
}

const IN_A_BATCH: usize = 250;

fn oneiri_validity<S: Sink>(lines: &Lines, sink: &mut S) {
    let mut bits = Vec::new();
    sink.measure(|_| {
        let ranges = lines.spans().iter().map(|&(start, end)| start..end);
        bits = oneiri::batch::validity::<oneiri::Unicode, oneiri::MaybeScheme>(lines.buffer(), ranges);
    });
    tell_valid(&bits, lines.iter(), sink);
}

fn tell_valid<'a, S: Sink>(bits: &[u64], texts: impl Iterator<Item = &'a str>, sink: &mut S) {
    for (index, text) in texts.enumerate() {
        if bits[index / 64] >> (index % 64) & 1 == 1 {
            sink.text(text);
        } else {
            sink.refused();
        }
    }
}
