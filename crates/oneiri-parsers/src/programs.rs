//! The programs that the parsers were held to.

/// The program that a parser was held to: `differential/parsers` gave both the same texts, and compared the components.
///
/// ```
/// let go = oneiri_parsers::by_name("go").unwrap().program().unwrap();
/// assert!(go.version.starts_with("1.27"), "{} {}", go.name, go.version);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Program {
    /// The name of the parser.
    pub parser: &'static str,
    /// What reads the text: `net/url of Go`.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// The day on which both read the same texts, as `2026-11-26`.
    pub date: &'static str,
    /// How many texts both read alike, apart from those of which the parser says that they cannot be told.
    pub texts: u32,
}

/// The programs, one for each parser that stands for one, in the order of [`ALL`](crate::ALL).
pub static PROGRAMS: &[Program] = &[
    row("java", "java.net.URI of OpenJDK", "25.0.2", "2026-11-26"),
    row("regex", "re of CPython", "3.11.7", "2026-11-26"),
    row("python", "urllib.parse of CPython", "3.14.2", "2026-11-26"),
    row("python-3.11", "urllib.parse of CPython", "3.11.7", "2026-11-26"),
    row("go", "net/url of Go", "1.27.3", "2026-11-26"),
    row("go-1.19", "net/url of Go", "1.19.8", "2026-11-26"),
    row("php", "parse_url of PHP", "8.5.10", "2026-11-26"),
    row("php-rfc3986", "Uri\\Rfc3986\\Uri of PHP", "8.5.10", "2026-11-26"),
    row("php-whatwg", "Uri\\WhatWg\\Url of PHP", "8.5.10", "2026-11-26"),
    row("ruby", "URI of Ruby", "4.0.0", "2026-11-27"),
    row("curl", "the URL API of libcurl", "8.23.0", "2026-11-26"),
    row("curl-7.88", "the URL API of libcurl", "7.88.1", "2026-11-26"),
    row("node-legacy", "url.parse of Node", "24.19.0", "2026-11-26"),
    row("node-legacy-20", "url.parse of Node", "20.20.2", "2026-11-26"),
];

const fn row(parser: &'static str, name: &'static str, version: &'static str, date: &'static str) -> Program {
    Program { parser, name, version, date, texts: 1_000_000 }
}
