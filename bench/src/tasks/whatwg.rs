//! The URL Standard: from a text, and perhaps a base, to the text of the URL, which the result owns.

use super::task::{Compares, Task, as_they_are, contender, each};
use crate::corpus::Lines;
use crate::derive::{BASE, references};
use crate::sink::Sink;

pub(super) const WHATWG: Task = Task {
    name: "whatwg",
    about: "parse a URL by the URL Standard",
    input: as_they_are,
    lines_each: 1,
    compares: Compares::Results,
    contenders: &[
        contender!("oneiri", "oneiri-whatwg", oneiri),
        contender!("url", "url", url, "an older edition of the Standard"),
        #[cfg(feature = "ada")]
        contender!("ada", "ada-url", ada),
    ],
};

pub(super) const CAN_PARSE: Task = Task {
    name: "whatwg-can-parse",
    about: "say whether a text is a URL by the URL Standard",
    contenders: &[
        contender!("oneiri", "oneiri-whatwg", can_parse::oneiri),
        #[cfg(feature = "ada")]
        contender!("ada", "ada-url", can_parse::ada),
    ],
    ..WHATWG
};

pub(super) const JOIN: Task = Task {
    name: "whatwg-join",
    about: "parse a URL relative to a base by the URL Standard",
    input: references,
    contenders: &[
        contender!("oneiri", "oneiri-whatwg", join::oneiri),
        contender!("url", "url", join::url, "an older edition of the Standard"),
        #[cfg(feature = "ada")]
        contender!("ada", "ada-url", join::ada, "parses the base each time"),
    ],
    ..WHATWG
};

mod can_parse {
    use super::*;

    fn tells<S: Sink>(lines: &Lines, sink: &mut S, can_parse: impl Fn(&str) -> bool) {
        each(lines, sink, |line, sink| match can_parse(line) {
            true => sink.text(""),
            false => sink.refused(),
        });
    }

    pub(super) fn oneiri<S: Sink>(lines: &Lines, sink: &mut S) {
        tells(lines, sink, |line| oneiri_whatwg::Url::can_parse(line, None));
    }

    #[cfg(feature = "ada")]
    pub(super) fn ada<S: Sink>(lines: &Lines, sink: &mut S) {
        tells(lines, sink, |line| ada_url::Url::can_parse(line, None));
    }
}

mod join {
    use super::*;

    pub(super) fn oneiri<S: Sink>(lines: &Lines, sink: &mut S) {
        let Ok(base) = oneiri_whatwg::Url::parse(BASE) else { return };
        each(lines, sink, |line, sink| match base.join(line) {
            Ok(url) => sink.text(url.href()),
            Err(_) => sink.refused(),
        });
    }

    pub(super) fn url<S: Sink>(lines: &Lines, sink: &mut S) {
        let Ok(base) = url::Url::parse(BASE) else { return };
        each(lines, sink, |line, sink| match base.join(line) {
            Ok(url) => sink.text(url.as_str()),
            Err(_) => sink.refused(),
        });
    }

    #[cfg(feature = "ada")]
    pub(super) fn ada<S: Sink>(lines: &Lines, sink: &mut S) {
        each(lines, sink, |line, sink| match ada_url::Url::parse(line, Some(BASE)) {
            Ok(url) => sink.text(url.href()),
            Err(_) => sink.refused(),
        });
    }
}

/// Keeps the URL, and tells its text.
macro_rules! parses {
    ($name:ident, $line:ident => $result:expr, $text:ident) => {
        fn $name<S: Sink>(lines: &Lines, sink: &mut S) {
            each(lines, sink, |$line, sink| {
                let result = $result;
                sink.keep(&result);
                match result {
                    Ok(url) => sink.text(url.$text()),
                    Err(_) => sink.refused(),
                }
            });
        }
    };
}

parses!(oneiri, line => oneiri_whatwg::Url::parse(line), href);
parses!(url, line => url::Url::parse(line), as_str);
#[cfg(feature = "ada")]
parses!(ada, line => ada_url::Url::parse(line, None), href);
