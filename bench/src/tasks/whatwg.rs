//! The URL Standard: from a text to the text of the URL, which the result owns.

use super::task::{Compares, Task, as_they_are, contender, each};
use crate::corpus::Lines;
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
